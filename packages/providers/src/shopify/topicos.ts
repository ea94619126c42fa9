/** Where a topic's body names its order. */
type Caminho = readonly string[];

const PEDIDO: Caminho = ['id'];
const DO_PEDIDO: Caminho = ['order_id'];

/**
 * What each topic tells. `pedido`: all of an order, so that its fields say the state, whatever the topic is called;
 * `reembolso`, `disputa`: no state; `aviso`: that the order changed, so that it has to be read.
 */
export type Conteudo = 'pedido' | 'reembolso' | 'disputa' | 'aviso';

export const TOPICOS: ReadonlyMap<string, { conteudo: Conteudo; caminho: Caminho }> = new Map<
  string,
  { conteudo: Conteudo; caminho: Caminho }
>([
  ...['create', 'paid', 'updated', 'partially_fulfilled', 'fulfilled', 'cancelled'].map(
    (acao) => [`orders/${acao}`, { conteudo: 'pedido', caminho: PEDIDO }] as const,
  ),
  ['orders/edited', { conteudo: 'aviso', caminho: ['order_edit', 'order_id'] }],
  ['orders/delete', { conteudo: 'aviso', caminho: PEDIDO }],
  ['fulfillments/create', { conteudo: 'aviso', caminho: DO_PEDIDO }],
  ['fulfillments/update', { conteudo: 'aviso', caminho: DO_PEDIDO }],
  ['refunds/create', { conteudo: 'reembolso', caminho: DO_PEDIDO }],
  ['disputes/create', { conteudo: 'disputa', caminho: DO_PEDIDO }],
  ['disputes/update', { conteudo: 'disputa', caminho: DO_PEDIDO }],
]);

/** Requests about personal data, which every app has to take. */
export const PRIVACIDADE: ReadonlySet<string> = new Set(['customers/redact', 'customers/data_request', 'shop/redact']);
