import { ehObjeto, lerCorpo, type Objeto } from '../corpo.ts';
import type { Entrega, Identidade } from '../dialeto.ts';
import { defeitoDoTexto, type IdOuMotivo, lerEventoId, lerId } from '../ids.ts';
import { chaveDoEvento } from './chave.ts';
import { EVENTOS_DE_PEDIDO, STATUS_CHANGED } from './eventos.ts';

/**
 * `{ event, payload, ... }`: an order's event, or one that is closed as it is stored. What has no order (tests, incentives,
 * the catalogue) is never quarantined for it.
 */
export function identificar(entrega: Entrega): Identidade {
  const corpo = lerCorpo(entrega.corpo);
  if ('quarentena' in corpo) return corpo;
  const { event: tipo, payload } = corpo.objeto;
  if (typeof tipo !== 'string') return { quarentena: 'event must be a string' };
  const defeito = defeitoDoTexto(tipo);
  if (defeito !== null) return { quarentena: `event ${defeito}` };

  const evento = idDoEvento(tipo, corpo);
  if ('quarentena' in evento) return evento;
  const comum = { evento_id: evento.id, tipo, payload: corpo.texto };
  if (tipo === 'test') return { ...comum, recurso_id: null, resultado: 'teste' };

  const recurso = ehObjeto(payload) ? idDoPedido(payload) : null;
  if (EVENTOS_DE_PEDIDO.has(tipo)) {
    if (recurso === null && tipo === STATUS_CHANGED) return { quarentena: 'the payload names no order' };
    if (recurso !== null && 'quarentena' in recurso) return recurso;
    if (recurso !== null) return { ...comum, recurso_id: recurso.id, resultado: null };
  }
  const falaDePedido = tipo.startsWith('order.') && recurso !== null && 'id' in recurso;
  return { ...comum, recurso_id: falaDePedido ? recurso.id : null, resultado: 'tipo_ignorado' };
}

/** Only incentives carry an id of their own. One that cannot be stored is no reason to lose the event. */
function idDoEvento(tipo: string, { objeto, texto }: { objeto: Objeto; texto: string }): IdOuMotivo {
  if (tipo.startsWith('incentive')) {
    const noPayload = ehObjeto(objeto.payload) ? objeto.payload.event_id : undefined;
    const proprio = lerEventoId(objeto.event_id ?? noPayload, 'event_id');
    if ('id' in proprio) return proprio;
  }
  const chave = chaveDoEvento(tipo, texto);
  return chave === null
    ? { quarentena: 'the payload is nested too deeply' }
    : lerEventoId(chave, 'the key of the event');
}

/** @returns null where the payload names no order */
function idDoPedido(payload: Objeto): IdOuMotivo | null {
  const { order_id, order, id } = payload;
  if (order_id !== undefined && order_id !== null) return lerId(order_id, 'payload.order_id');
  if (ehObjeto(order) && order.id !== undefined && order.id !== null) return lerId(order.id, 'payload.order.id');
  return id === undefined || id === null ? null : lerId(id, 'payload.id');
}
