import type { PedidoDaApi } from '../api/contrato.ts';
import { ehObjeto } from '../corpo.ts';
import { lerId } from '../ids.ts';
import { interpretar } from './interpretar.ts';
import { objetoDoEvento, pedidoDoObjeto } from './objeto.ts';

/** What an event in the list is worth: an order's state, an order to be read, or nothing. */
export type EventoDaLista =
  | { tipo: 'pedido'; pedido: PedidoDaApi }
  | { tipo: 'ler'; recurso_id: string }
  | { tipo: 'ilegivel'; motivo: string }
  | { tipo: 'nada' };

/** Reads one entry of the list of events as the webhook that told it would be read. */
export function lerEventoDaApi(evento: unknown): EventoDaLista {
  const objeto = ehObjeto(evento) ? objetoDoEvento(evento) : null;
  const id = objeto && pedidoDoObjeto(objeto);
  if (id === null || id === undefined) return { tipo: 'nada' };
  const recurso = lerId(id, 'data.object.payment_intent');
  if ('quarentena' in recurso) return { tipo: 'ilegivel', motivo: recurso.quarentena };
  const lido = interpretar(evento);
  if ('invalido' in lido) return { tipo: 'ilegivel', motivo: lido.invalido };
  if ('anotacao' in lido) return { tipo: 'ler', recurso_id: recurso.id };
  if (!('status' in lido)) return { tipo: 'nada' };
  if (lido.occurredAt === null) return { tipo: 'ilegivel', motivo: 'created is missing' };
  return { tipo: 'pedido', pedido: { recurso_id: recurso.id, leitura: lido } };
}
