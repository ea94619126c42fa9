import type { PedidoNaLoja, StatusNaLoja } from '../contrato.ts';
import { parteDevolvida } from '../dinheiro.ts';

interface Campos {
  intencao: string;
  reembolso: 'nenhum' | 'parte' | 'tudo';
  significa: StatusNaLoja;
}

/** The states that payments go through, under a name for each. */
export const ESTADOS: Readonly<Record<string, Campos>> = {
  requires_payment_method: { intencao: 'requires_payment_method', reembolso: 'nenhum', significa: 'criado' },
  processing: { intencao: 'processing', reembolso: 'nenhum', significa: 'criado' },
  succeeded: { intencao: 'succeeded', reembolso: 'nenhum', significa: 'pago' },
  refunded_in_part: { intencao: 'succeeded', reembolso: 'parte', significa: 'pago' },
  refunded: { intencao: 'succeeded', reembolso: 'tudo', significa: 'reembolsado' },
  canceled: { intencao: 'canceled', reembolso: 'nenhum', significa: 'cancelado' },
};

const campos = ({ status }: PedidoNaLoja): Campos => {
  const achados = ESTADOS[status];
  if (!achados) throw new Error(`the store knows no state ${status}`);
  return achados;
};

/** To the account, an order is a payment intent. */
export function escreverIntencao(pedido: PedidoNaLoja, inteira = false) {
  const cobrada = campos(pedido).intencao === 'succeeded';
  const cobranca = cobrada ? escreverCobranca(pedido) : null;
  return {
    id: pedido.id,
    object: 'payment_intent',
    status: campos(pedido).intencao,
    amount: pedido.total_cents,
    currency: 'brl',
    receipt_email: pedido.customer_email,
    latest_charge: inteira ? cobranca : (cobranca?.id ?? null),
    metadata: {},
  };
}

export function escreverCobranca(pedido: PedidoNaLoja) {
  const { reembolso } = campos(pedido);
  return {
    id: `ch_${pedido.id}`,
    object: 'charge',
    status: 'succeeded',
    payment_intent: pedido.id,
    amount: pedido.total_cents,
    amount_captured: pedido.total_cents,
    amount_refunded: devolvido(pedido),
    refunded: reembolso === 'tudo',
    captured: true,
    disputed: false,
    currency: 'brl',
    billing_details: { email: pedido.customer_email },
    receipt_email: null,
  };
}

/** Those of one payment; newer accounts get them by themselves, not with the charge. */
export function escreverReembolsos(pedido: PedidoNaLoja): object[] {
  if (campos(pedido).reembolso === 'nenhum') return [];
  return [
    {
      id: `re_${pedido.id}`,
      object: 'refund',
      status: 'succeeded',
      amount: devolvido(pedido),
      currency: 'brl',
      charge: `ch_${pedido.id}`,
      payment_intent: pedido.id,
    },
  ];
}

function devolvido(pedido: PedidoNaLoja): number {
  const { reembolso } = campos(pedido);
  if (reembolso === 'tudo') return pedido.total_cents;
  return reembolso === 'parte' ? parteDevolvida(pedido) : 0;
}
