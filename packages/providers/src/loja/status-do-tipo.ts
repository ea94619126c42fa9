import type { Status } from '@entrada/domain';

/** The types that change an order, and the state that each of them means. */
export const STATUS_DO_TIPO: ReadonlyMap<string, Status> = new Map([
  ['order.created', 'criado'],
  ['order.paid', 'pago'],
  ['order.shipped', 'enviado'],
  ['order.canceled', 'cancelado'],
  ['order.refunded', 'reembolsado'],
]);
