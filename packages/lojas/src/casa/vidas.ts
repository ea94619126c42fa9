import type { StatusNaLoja } from '../contrato.ts';

type TipoDeEvento = 'order.created' | 'order.paid' | 'order.shipped' | 'order.canceled' | 'order.refunded';

/** What happened, and the state in which the store has the order afterwards. */
interface Passo {
  tipo: TipoDeEvento;
  fica: StatusNaLoja;
  /** The store heard of it but did not accept it: neither state nor fields of the order change. */
  recusado?: true;
}

export interface Vida {
  nome: string;
  /** How often it is drawn, against the others. */
  peso: number;
  passos: readonly Passo[];
}

const CRIADO: Passo = { tipo: 'order.created', fica: 'criado' };
const PAGO: Passo = { tipo: 'order.paid', fica: 'pago' };
const ENVIADO: Passo = { tipo: 'order.shipped', fica: 'enviado' };
const CANCELADO: Passo = { tipo: 'order.canceled', fica: 'cancelado' };
const REEMBOLSADO: Passo = { tipo: 'order.refunded', fica: 'reembolsado' };
/** The bank confirms a payment after the store has cancelled: the order stays cancelled. */
const PAGO_TARDE: Passo = { tipo: 'order.paid', fica: 'cancelado', recusado: true };

/** The lives that an order of the simulated store can have, in the order in which things happened. */
export const VIDAS: readonly Vida[] = [
  { nome: 'only created', peso: 5, passos: [CRIADO] },
  { nome: 'paid', peso: 10, passos: [CRIADO, PAGO] },
  { nome: 'paid and shipped', peso: 30, passos: [CRIADO, PAGO, ENVIADO] },
  { nome: 'paid twice and shipped', peso: 5, passos: [CRIADO, PAGO, PAGO, ENVIADO] },
  { nome: 'created before the store knew us', peso: 5, passos: [PAGO, ENVIADO] },
  { nome: 'cancelled before payment', peso: 10, passos: [CRIADO, CANCELADO] },
  { nome: 'cancelled after payment', peso: 10, passos: [CRIADO, PAGO, CANCELADO] },
  { nome: 'cancelled after shipment', peso: 5, passos: [CRIADO, PAGO, ENVIADO, CANCELADO] },
  { nome: 'cancelled and refunded', peso: 5, passos: [CRIADO, PAGO, CANCELADO, REEMBOLSADO] },
  { nome: 'returned and refunded', peso: 5, passos: [CRIADO, PAGO, ENVIADO, REEMBOLSADO] },
  { nome: 'late payment after cancellation', peso: 15, passos: [CRIADO, CANCELADO, PAGO_TARDE] },
  { nome: 'late payment, then refunded', peso: 5, passos: [CRIADO, CANCELADO, PAGO_TARDE, REEMBOLSADO] },
];

/** Which event may share the instant of the one before it: only one that leads further, or the store itself could not say which came last. */
export const AVANCO: Readonly<Record<TipoDeEvento, number>> = {
  'order.created': 1,
  'order.paid': 2,
  'order.shipped': 3,
  'order.canceled': 4,
  'order.refunded': 5,
};

export function podeDividirInstante(anterior: TipoDeEvento | undefined, tipo: TipoDeEvento): boolean {
  return anterior !== undefined && AVANCO[tipo] > AVANCO[anterior];
}
