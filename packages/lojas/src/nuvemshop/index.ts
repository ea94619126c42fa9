import { createHash, createHmac } from 'node:crypto';
import type { DialetoDaLoja, Fala } from '../contrato.ts';
import { vida } from '../vidas.ts';
import { responder } from './api.ts';
import { ESTADOS } from './pedido.ts';

const PALAVRAS = Object.fromEntries(Object.entries(ESTADOS).map(([nome, { significa }]) => [nome, significa]));

const EVENTO: Readonly<Record<string, string>> = {
  paid: 'order/paid',
  packed: 'order/packed',
  fulfilled: 'order/fulfilled',
  cancelled: 'order/cancelled',
  cancelled_paid: 'order/cancelled',
  voided: 'order/voided',
};

const umaVida = vida(PALAVRAS, (palavra, primeira) =>
  primeira ? 'order/created' : (EVENTO[palavra] ?? 'order/updated'),
);
const VIDAS = [
  umaVida('only created', 5, 'pending'),
  umaVida('paid', 10, 'pending paid'),
  umaVida('packed and shipped', 20, 'pending paid packed fulfilled'),
  umaVida('shipped and closed', 10, 'authorized paid fulfilled closed'),
  umaVida('cancelled before payment', 10, 'pending cancelled'),
  umaVida('cancelled after payment', 10, 'pending paid cancelled_paid'),
  umaVida('payment voided', 5, 'authorized voided'),
  umaVida('cancelled and refunded', 10, 'pending paid cancelled_paid refunded'),
  umaVida('returned and refunded', 10, 'pending paid fulfilled returned'),
];
const REABERTAS = [
  umaVida('opened again', 10, 'pending paid cancelled_paid paid'),
  umaVida('opened again and shipped', 5, 'pending paid cancelled_paid paid fulfilled'),
];
const MINUTO_MS = 60_000;

/** Each delivery says which order changed and how that is called, in the same bytes every time. */
export const nuvemshop: DialetoDaLoja = {
  nome: 'nuvemshop',
  politica: {
    tentativas: 19,
    esperasMs: [0, 5 * MINUTO_MS, 10 * MINUTO_MS, 15 * MINUTO_MS, 21 * MINUTO_MS, 29 * MINUTO_MS, 41 * MINUTO_MS],
    prazoMs: 3_000,
    insisteEm4xx: true,
  },
  resolucaoMs: 1_000,
  vidas: (reabre) => (reabre ? [...VIDAS, ...REABERTAS] : VIDAS),
  palavras: PALAVRAS,
  temSequencia: false,
  magro: true,
  contar: ({ pedido, tipo }) => [fala(tipo, pedido.id)],
  conversar: (pedido) => ({ ...fala('product/updated', pedido), pedido: null }),
  testar: () => ({ ...fala('app/resumed', '1234'), pedido: null }),
  assinar: (corpo, segredo) => ({
    'content-type': 'application/json',
    'x-linkedstore-hmac-sha256': createHmac('sha256', segredo).update(corpo, 'utf8').digest('hex'),
  }),
  responder,
};

/** Under no key of its own: the receiver knows it by its event and bytes, and by a number. */
function fala(event: string, id: string): Fala {
  const corpo = JSON.stringify({ store_id: 123, event, id: Number(id) });
  const hash = createHash('sha256').update(`${event}\0${corpo}`).digest('hex');
  return { evento_id: `gatilho:${hash}`, repetivel: true, tipo: event, pedido: id, corpo: () => corpo };
}
