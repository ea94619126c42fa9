import { createHash } from 'node:crypto';
import { lerCorpo, type Objeto } from '../corpo.ts';
import type { Entrega, Identidade } from '../dialeto.ts';
import { chaveDoGatilho } from '../gatilho.ts';
import { defeitoDoTexto, lerEventoId, lerId } from '../ids.ts';

const TOPICO = 'x-wc-webhook-topic';

/**
 * The topic is in a header, the order's id in the body. There is no key: the delivery's number changes with each sending,
 * and two in one second share it. What the body says is the key, with the topic; the moment of the change is part of it. A
 * body that says nothing but the id can mean two deletions: it is a trigger.
 */
export function identificar({ cabecalhos, corpo: bytes }: Entrega): Identidade {
  const corpo = lerCorpo(bytes);
  if ('quarentena' in corpo) return corpo;
  const tipo = cabecalhos[TOPICO];
  if (typeof tipo !== 'string') return { quarentena: `the header ${TOPICO} must be there once` };
  const defeito = defeitoDoTexto(tipo);
  if (defeito !== null) return { quarentena: `the header ${TOPICO} ${defeito}` };
  const evento = lerEventoId(`${tipo}:${createHash('sha256').update(bytes).digest('hex')}`, `the header ${TOPICO}`);
  if ('quarentena' in evento) return evento;

  const comum = { tipo, payload: corpo.texto };
  if (!tipo.startsWith('order.'))
    return { ...comum, evento_id: evento.id, recurso_id: null, resultado: 'tipo_ignorado' };
  const recurso = lerId(corpo.objeto.id, 'id');
  if ('quarentena' in recurso) return recurso;
  const pedido = { ...comum, recurso_id: recurso.id, resultado: null };
  return soDizOId(corpo.objeto)
    ? { ...pedido, evento_id: chaveDoGatilho(tipo, bytes), repetivel: true }
    : { ...pedido, evento_id: evento.id };
}

/** What a deletion sends. */
export const soDizOId = (objeto: Objeto): boolean => Object.keys(objeto).every((nome) => nome === 'id');
