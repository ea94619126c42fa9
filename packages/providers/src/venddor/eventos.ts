/** The event that tells a change of state, with the state before and after. */
export const STATUS_CHANGED = 'order.statusChanged';
/** An order begins: it is `criado`, unless the event says further. */
export const CREATED = 'order.created';
/** Says nothing about the state, unless it carries one. */
const UPDATED = 'order.updated';

/** The events that may change an order. Of all others the `status` may be that of something else, such as a refund. */
export const EVENTOS_DE_PEDIDO: ReadonlySet<string> = new Set([STATUS_CHANGED, CREATED, UPDATED]);
