import type { Status } from '@entrada/domain';

/** What the API calls the states. */
export const STATUS_DA_API: ReadonlyMap<string, Status> = new Map([
  ['open', 'criado'],
  ['paid', 'pago'],
  ['shipped', 'enviado'],
  ['canceled', 'cancelado'],
  ['refunded', 'reembolsado'],
]);
