import { ehObjeto, lerCorpo } from '../corpo.ts';
import type { Entrega, Identidade } from '../dialeto.ts';
import { defeitoDoTexto, lerEventoId, lerId } from '../ids.ts';
import { STATUS_DO_TIPO } from './status-do-tipo.ts';

/** `{ id, type, data: { id } }`: the event, its type, the order. Types that change no order are closed at once. */
export function identificar(entrega: Entrega): Identidade {
  const corpo = lerCorpo(entrega.corpo);
  if ('quarentena' in corpo) return corpo;
  const { id, type: tipo, data } = corpo.objeto;

  const evento = lerEventoId(id, 'id');
  if ('quarentena' in evento) return evento;
  if (typeof tipo !== 'string') return { quarentena: 'type must be a string' };
  const defeito = defeitoDoTexto(tipo);
  if (defeito !== null) return { quarentena: `type ${defeito}` };

  const comum = { evento_id: evento.id, tipo, payload: corpo.texto };
  const conhecido = STATUS_DO_TIPO.has(tipo);
  const idDoPedido = ehObjeto(data) ? data.id : undefined;
  const falaDePedido = conhecido || (tipo.startsWith('order.') && idDoPedido !== undefined && idDoPedido !== null);
  if (!falaDePedido) return { ...comum, recurso_id: null, resultado: 'tipo_ignorado' };

  const recurso = lerId(idDoPedido, 'data.id');
  if ('quarentena' in recurso) return recurso;
  return { ...comum, recurso_id: recurso.id, resultado: conhecido ? null : 'tipo_ignorado' };
}
