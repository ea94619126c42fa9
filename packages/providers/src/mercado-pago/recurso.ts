import { lerId } from '../ids.ts';

/** What a notification is about. Each is read from the API, and leads to the order of the shop. */
const ESPECIES = ['payment', 'merchant_order', 'order', 'chargeback'] as const;
type Especie = (typeof ESPECIES)[number];

/** The names of topics, of today and of the notifications before them (IPN). */
const ESPECIE_DO_TOPICO: ReadonlyMap<string, Especie> = new Map([
  ['payment', 'payment'],
  ['order', 'order'],
  ['merchant_order', 'merchant_order'],
  ['topic_merchant_order_wh', 'merchant_order'],
  ['chargebacks', 'chargeback'],
  ['topic_chargebacks_wh', 'chargeback'],
  ['stop_delivery_op_wh', 'payment'],
]);

export const temPedido = (topico: string): boolean => ESPECIE_DO_TOPICO.has(topico);

/** What to ask the API for: `payment:123`. Orders are known by the shop's own reference, which no notification holds. */
export function recursoDoTopico(topico: string, id: unknown): { id: string } | { quarentena: string } {
  const lido = lerId(id, 'data.id');
  if ('quarentena' in lido) return lido;
  if (!/^[\w-]{1,80}$/.test(lido.id)) return { quarentena: 'data.id is no id of Mercado Pago' };
  return { id: `${ESPECIE_DO_TOPICO.get(topico) ?? 'payment'}:${lido.id}` };
}

/** null where it is the shop's own reference. */
export function lerRecurso(recurso_id: string): { especie: Especie; id: string } | null {
  const [, nome, id] = /^([a-z_]+):([\w-]{1,80})$/.exec(recurso_id) ?? [];
  const especie = ESPECIES.find((e) => e === nome);
  return especie === undefined || id === undefined ? null : { especie, id };
}
