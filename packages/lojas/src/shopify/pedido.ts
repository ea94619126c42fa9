import type { PedidoNaLoja, StatusNaLoja } from '../contrato.ts';
import { decimal, parteReembolsada } from '../dinheiro.ts';

interface Campos {
  financial: string;
  fulfillment: string | null;
  cancelado: boolean;
  significa: StatusNaLoja;
}

/** The combinations of fields that this store's orders go through, under a name for each. */
export const ESTADOS: Readonly<Record<string, Campos>> = {
  pending: { financial: 'pending', fulfillment: null, cancelado: false, significa: 'criado' },
  authorized: { financial: 'authorized', fulfillment: null, cancelado: false, significa: 'criado' },
  paid: { financial: 'paid', fulfillment: null, cancelado: false, significa: 'pago' },
  partially_refunded: { financial: 'partially_refunded', fulfillment: null, cancelado: false, significa: 'pago' },
  partially_fulfilled: { financial: 'paid', fulfillment: 'partial', cancelado: false, significa: 'pago' },
  fulfilled: { financial: 'paid', fulfillment: 'fulfilled', cancelado: false, significa: 'enviado' },
  shipped_in_part_refunded: {
    financial: 'partially_refunded',
    fulfillment: 'fulfilled',
    cancelado: false,
    significa: 'enviado',
  },
  cancelled: { financial: 'voided', fulfillment: null, cancelado: true, significa: 'cancelado' },
  cancelled_paid: { financial: 'paid', fulfillment: null, cancelado: true, significa: 'cancelado' },
  refunded: { financial: 'refunded', fulfillment: null, cancelado: true, significa: 'reembolsado' },
  returned: { financial: 'refunded', fulfillment: 'fulfilled', cancelado: false, significa: 'reembolsado' },
};

/** The order as events and API write it alike: in the shop's own time, to the second. */
export function escreverPedido(pedido: PedidoNaLoja, agora = instante(pedido.updated_at)) {
  const campos = ESTADOS[pedido.status];
  if (!campos) throw new Error(`the store knows no state ${pedido.status}`);
  return {
    id: Number(pedido.id),
    admin_graphql_api_id: `gid://shopify/Order/${pedido.id}`,
    cancelled_at: campos.cancelado ? agora : null,
    closed_at: null,
    created_at: '2026-01-02T10:00:00-03:00',
    updated_at: agora,
    currency: 'BRL',
    total_price: decimal(pedido.total_cents),
    email: pedido.customer_email,
    contact_email: pedido.customer_email,
    financial_status: campos.financial,
    fulfillment_status: campos.fulfillment,
    note: 'caf\u00e9 & p\u00e3o \u{1F956} </script>',
    test: false,
    line_items: [{ id: 1, sku: 'CAFE-250', quantity: 2 }],
    refunds: reembolsos(pedido, agora),
  };
}

/** What was sent back is worth less than what was paid back: only the transactions say how much that is. */
function reembolsos(pedido: PedidoNaLoja, agora: string): object[] {
  const { financial } = ESTADOS[pedido.status] ?? { financial: '' };
  if (financial !== 'partially_refunded' && financial !== 'refunded') return [];
  const centavos = financial === 'refunded' ? pedido.total_cents : parteReembolsada(pedido.id);
  return [
    {
      id: Number(`9${pedido.id}`),
      order_id: Number(pedido.id),
      created_at: agora,
      refund_line_items: [{ quantity: 1, subtotal: 1 }],
      transactions: [
        { id: 1, kind: 'refund', status: 'success', amount: decimal(centavos), currency: 'BRL' },
        { id: 2, kind: 'refund', status: 'failure', amount: '999.00', currency: 'BRL' },
      ],
    },
  ];
}

/** In the time of Brasilia, to the second. */
export const instante = (ms: number): string =>
  new Date(ms - 3 * 60 * 60 * 1000).toISOString().replace(/\.\d{3}Z$/, '-03:00');
