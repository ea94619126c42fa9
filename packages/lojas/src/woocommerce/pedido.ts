import type { PedidoNaLoja, StatusNaLoja } from '../contrato.ts';
import { decimal, parteReembolsada } from '../dinheiro.ts';

interface Campos {
  status: string;
  reembolso: 'nenhum' | 'parte' | 'tudo';
  significa: StatusNaLoja;
}

/** The combinations of fields that this store's orders go through, under a name for each. */
export const ESTADOS: Readonly<Record<string, Campos>> = {
  pending: { status: 'pending', reembolso: 'nenhum', significa: 'criado' },
  on_hold: { status: 'on-hold', reembolso: 'nenhum', significa: 'criado' },
  processing: { status: 'processing', reembolso: 'nenhum', significa: 'pago' },
  refunded_in_part: { status: 'processing', reembolso: 'parte', significa: 'pago' },
  completed: { status: 'completed', reembolso: 'nenhum', significa: 'enviado' },
  completed_refunded_in_part: { status: 'completed', reembolso: 'parte', significa: 'enviado' },
  cancelled: { status: 'cancelled', reembolso: 'nenhum', significa: 'cancelado' },
  failed: { status: 'failed', reembolso: 'nenhum', significa: 'cancelado' },
  refunded: { status: 'refunded', reembolso: 'tudo', significa: 'reembolsado' },
};

/** The order as webhooks and API write it alike: to the second, in the shop's time and in UTC, neither with a zone. */
export function escreverPedido(pedido: PedidoNaLoja) {
  const campos = ESTADOS[pedido.status];
  if (!campos) throw new Error(`the store knows no state ${pedido.status}`);
  const pago = campos.significa === 'criado' ? null : instante(pedido.updated_at);
  return {
    id: Number(pedido.id),
    parent_id: 0,
    number: pedido.id,
    status: campos.status,
    currency: 'BRL',
    date_modified: instante(pedido.updated_at - 3 * 60 * 60 * 1000),
    date_modified_gmt: instante(pedido.updated_at),
    date_paid_gmt: pago,
    date_completed_gmt: campos.significa === 'enviado' ? pago : null,
    total: decimal(pedido.total_cents),
    billing: { first_name: 'Zoë', email: pedido.customer_email },
    line_items: [{ id: 1, name: 'Caf\u00e9 &ndash; 250 g', quantity: 2 }],
    refunds: reembolsos(pedido, campos.reembolso),
  };
}

function reembolsos({ id, total_cents }: PedidoNaLoja, reembolso: Campos['reembolso']): object[] {
  if (reembolso === 'nenhum') return [];
  const centavos = reembolso === 'tudo' ? total_cents : parteReembolsada(id);
  return [{ id: Number(`9${id}`), reason: '', total: `-${decimal(centavos)}` }];
}

const instante = (ms: number): string => new Date(ms).toISOString().slice(0, 19);
