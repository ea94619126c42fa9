import type { EventoDoPedido } from '@entrada/db';

/** One event in the drawing. */
export interface Marco {
  evento: EventoDoPedido;
  /** Row on the track of what HAPPENED, from 0; null where the event is no fact with a place in time. */
  aconteceu: number | null;
  /** Row on the track of what ARRIVED. */
  chegou: number;
  /** Whether something that happened later had arrived before it. */
  atrasado: boolean;
}

/** More would be a picture of nothing. The newest arrivals are drawn. */
const MAX_MARCOS = 40;

/**
 * The two tracks of an order: the same events in the order in which they happened and in that in which they arrived. Rows,
 * not a scale of time: a webhook that comes three days late would squeeze everything else into one point.
 * @param eventos in the order of arrival
 * @param emOrdem ids of the facts, in the order in which they happened
 */
export function trilhas(eventos: readonly EventoDoPedido[], emOrdem: readonly string[]): Marco[] {
  const desenhados = eventos.filter((e) => e.fonte !== 'poda').slice(-MAX_MARCOS);
  const ids = new Set(desenhados.map((e) => e.evento_id));
  const lugar = new Map(emOrdem.filter((id) => ids.has(id)).map((id, i) => [id, i]));
  let maior = -1;
  return desenhados.map((evento, chegou) => {
    const aconteceu = lugar.get(evento.evento_id) ?? null;
    const atrasado = aconteceu !== null && aconteceu < maior;
    maior = Math.max(maior, aconteceu ?? -1);
    return { evento, aconteceu, chegou, atrasado };
  });
}
