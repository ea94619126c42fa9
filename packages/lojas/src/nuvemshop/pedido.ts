import type { PedidoNaLoja, StatusNaLoja } from '../contrato.ts';
import { decimal } from '../dinheiro.ts';

interface Campos {
  status: 'open' | 'closed' | 'cancelled';
  payment: string;
  shipping: string;
  significa: StatusNaLoja;
}

/** The combinations of fields that this store's orders go through, under a name for each. */
export const ESTADOS: Readonly<Record<string, Campos>> = {
  pending: { status: 'open', payment: 'pending', shipping: 'unpacked', significa: 'criado' },
  authorized: { status: 'open', payment: 'authorized', shipping: 'unpacked', significa: 'criado' },
  paid: { status: 'open', payment: 'paid', shipping: 'unpacked', significa: 'pago' },
  packed: { status: 'open', payment: 'paid', shipping: 'unfulfilled', significa: 'pago' },
  fulfilled: { status: 'open', payment: 'paid', shipping: 'fulfilled', significa: 'enviado' },
  closed: { status: 'closed', payment: 'paid', shipping: 'fulfilled', significa: 'enviado' },
  cancelled: { status: 'cancelled', payment: 'pending', shipping: 'unpacked', significa: 'cancelado' },
  cancelled_paid: { status: 'cancelled', payment: 'paid', shipping: 'unpacked', significa: 'cancelado' },
  voided: { status: 'open', payment: 'voided', shipping: 'unpacked', significa: 'cancelado' },
  refunded: { status: 'cancelled', payment: 'refunded', shipping: 'unpacked', significa: 'reembolsado' },
  returned: { status: 'closed', payment: 'refunded', shipping: 'fulfilled', significa: 'reembolsado' },
};

export function escreverPedido(pedido: PedidoNaLoja) {
  const campos = ESTADOS[pedido.status];
  if (!campos) throw new Error(`the store knows no state ${pedido.status}`);
  return {
    id: Number(pedido.id),
    number: 101,
    status: campos.status,
    payment_status: campos.payment,
    shipping_status: campos.shipping,
    created_at: '2026-01-02T13:00:00+0000',
    updated_at: new Date(pedido.updated_at).toISOString().replace(/\.\d{3}Z$/, '+0000'),
    total: decimal(pedido.total_cents),
    currency: 'BRL',
    contact_email: pedido.customer_email,
    customer: { id: 1, email: pedido.customer_email },
    note: 'entregar à tarde',
  };
}
