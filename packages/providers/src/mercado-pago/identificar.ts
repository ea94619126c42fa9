import { ehObjeto, lerCorpo, type Objeto } from '../corpo.ts';
import type { Entrega, Identidade } from '../dialeto.ts';
import { chaveDoGatilho } from '../gatilho.ts';
import { defeitoDoTexto, lerEventoId } from '../ids.ts';
import { recursoDoTopico, temPedido } from './recurso.ts';

/**
 * `{ id, type, data: { id } }` with `?data.id=&type=` in the address, or, of old, `?topic=&id=` with or without a body. What
 * the address says counts before what the body says: of the two only the address is signed.
 */
export function identificar(entrega: Entrega): Identidade {
  const { consulta, corpo: bytes } = entrega;
  const antiga = consulta.has('topic') && consulta.has('id');
  const lido = lerCorpo(bytes);
  if ('quarentena' in lido && !(antiga && bytes.length === 0)) return lido;
  const corpo = 'quarentena' in lido ? { objeto: {}, texto: '{}' } : lido;

  const topico = consulta.get('type') ?? consulta.get('topic') ?? corpo.objeto.type ?? corpo.objeto.topic;
  if (typeof topico !== 'string') return { quarentena: 'type must be a string' };
  const defeito = defeitoDoTexto(topico);
  if (defeito !== null) return { quarentena: `type ${defeito}` };

  const recurso = temPedido(topico) ? recursoDoTopico(topico, idDoRecurso(topico, consulta, corpo.objeto)) : null;
  if (recurso !== null && 'quarentena' in recurso) return recurso;
  const evento = idDoEvento(topico, recurso?.id ?? '', corpo.objeto, bytes);
  if ('quarentena' in evento) return evento;
  const comum = { ...evento, tipo: topico, payload: corpo.texto };
  return recurso === null
    ? { ...comum, recurso_id: null, resultado: topico === 'test' ? 'teste' : 'tipo_ignorado' }
    : { ...comum, recurso_id: recurso.id, resultado: null };
}

function idDoRecurso(topico: string, consulta: URLSearchParams, objeto: Objeto): unknown {
  const { data, resource } = objeto;
  // A warning of fraud: do not ship. It names the payment, and has no id of its own in the address.
  if (topico === 'stop_delivery_op_wh' && ehObjeto(data) && data.payment_id !== undefined) return data.payment_id;
  const noEndereco = consulta.get('data.id') ?? consulta.get('id');
  if (noEndereco !== null) return noEndereco;
  if (ehObjeto(data) && data.id !== undefined) return data.id;
  return typeof resource === 'string' ? resource.split('/').at(-1) : resource;
}

/** The old notifications have no id: each is a trigger of its own. */
function idDoEvento(
  topico: string,
  recurso: string,
  { id, topic, resource }: Objeto,
  bytes: Buffer,
): { evento_id: string; repetivel?: true } | { quarentena: string } {
  const semId = id === undefined && (bytes.length === 0 || topic !== undefined || resource !== undefined);
  if (semId) return { evento_id: chaveDoGatilho(`${topico}:${recurso}`, bytes), repetivel: true };
  const evento = lerEventoId(id, 'id');
  return 'quarentena' in evento ? evento : { evento_id: evento.id };
}
