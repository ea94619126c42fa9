import type { PedidoNaLoja, StatusNaLoja } from '../contrato.ts';
import { decimal, parteDevolvida } from '../dinheiro.ts';

/** A payment of an order: its state, and how much of it was given back. */
type Tentativa = 'pending' | 'in_process' | 'rejected' | 'cancelled' | 'approved' | 'partially_refunded' | 'refunded';

interface Campos {
  /** The payments of the order, in the order in which they were made. */
  tentativas: readonly Tentativa[];
  significa: StatusNaLoja;
}

/** The payments that orders of a shop go through, under a name for each. */
export const ESTADOS: Readonly<Record<string, Campos>> = {
  pending: { tentativas: ['pending'], significa: 'criado' },
  rejected: { tentativas: ['rejected'], significa: 'criado' },
  tried_again: { tentativas: ['rejected', 'in_process'], significa: 'criado' },
  paid_at_last: { tentativas: ['rejected', 'approved'], significa: 'pago' },
  approved: { tentativas: ['approved'], significa: 'pago' },
  partially_refunded: { tentativas: ['partially_refunded'], significa: 'pago' },
  cancelled: { tentativas: ['cancelled'], significa: 'cancelado' },
  paid_after_all: { tentativas: ['cancelled', 'approved'], significa: 'pago' },
  refunded: { tentativas: ['refunded'], significa: 'reembolsado' },
};

/** As the API writes them. */
export function escreverPagamentos(pedido: PedidoNaLoja) {
  const campos = ESTADOS[pedido.status];
  if (!campos) throw new Error(`the store knows no state ${pedido.status}`);
  return campos.tentativas.map((tentativa, i) => ({
    id: idDoPagamento(pedido.id, i),
    external_reference: pedido.id,
    status: tentativa === 'partially_refunded' ? 'approved' : tentativa,
    status_detail: tentativa === 'approved' ? 'accredited' : tentativa,
    date_created: '2026-01-02T10:00:00.000-04:00',
    date_last_updated: instante(pedido.updated_at),
    currency_id: 'BRL',
    live_mode: true,
    // What did not come about was another amount, and is no part of the total.
    transaction_amount: Number(decimal(pedido.total_cents + (i < campos.tentativas.length - 1 ? 100 : 0))),
    transaction_amount_refunded: Number(decimal(devolvido(pedido, tentativa))),
    payer: { email: pedido.customer_email },
    refunds: reembolsos(pedido, tentativa),
  }));
}

function devolvido(pedido: PedidoNaLoja, tentativa: Tentativa): number {
  if (tentativa === 'refunded') return pedido.total_cents;
  return tentativa === 'partially_refunded' ? parteDevolvida(pedido) : 0;
}

function reembolsos(pedido: PedidoNaLoja, tentativa: Tentativa): object[] {
  if (tentativa !== 'refunded' && tentativa !== 'partially_refunded') return [];
  const amount = Number(decimal(devolvido(pedido, tentativa)));
  return [
    { id: Number(`9${pedido.id}`), amount, status: 'approved' },
    { id: Number(`8${pedido.id}`), amount: 999, status: 'rejected' },
  ];
}

export const idDoPagamento = (pedido: string, n: number): number => Number(`${n + 1}${pedido}`);

/** In the time of Manaus, to the millisecond. */
const instante = (ms: number): string => new Date(ms - 4 * 60 * 60 * 1000).toISOString().replace('Z', '-04:00');
