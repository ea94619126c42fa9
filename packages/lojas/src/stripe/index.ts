import { createHmac, randomUUID } from 'node:crypto';
import type { DialetoDaLoja, Fala } from '../contrato.ts';
import { vida } from '../vidas.ts';
import { responder } from './api.ts';
import { type Evento, eventosDaMudanca } from './eventos.ts';
import { ESTADOS } from './objetos.ts';

const PALAVRAS = Object.fromEntries(Object.entries(ESTADOS).map(([nome, { significa }]) => [nome, significa]));

const umaVida = vida(PALAVRAS, (palavra) => (palavra.startsWith('refunded') ? 'charge.refunded' : 'payment_intent'));
const VIDAS = [
  umaVida('waits for its payment', 5, 'requires_payment_method'),
  umaVida('paid', 30, 'requires_payment_method succeeded'),
  umaVida('paid by slip', 15, 'requires_payment_method processing succeeded'),
  umaVida('given up', 10, 'requires_payment_method canceled'),
  umaVida('the slip ran out', 5, 'requires_payment_method processing canceled'),
  umaVida('refunded in part', 15, 'requires_payment_method succeeded refunded_in_part'),
  umaVida('refunded', 10, 'requires_payment_method succeeded refunded'),
  umaVida('refunded in part, then as a whole', 5, 'succeeded refunded_in_part refunded'),
];
const MINUTO_MS = 60_000;

/** Each event has an id, and an object as it was at that second. */
export const stripe: DialetoDaLoja = {
  nome: 'stripe',
  politica: {
    tentativas: 16,
    esperasMs: [MINUTO_MS, 5 * MINUTO_MS, 30 * MINUTO_MS, 120 * MINUTO_MS, 300 * MINUTO_MS],
    prazoMs: 10_000,
    insisteEm4xx: true,
  },
  resolucaoMs: 1_000,
  vidas: () => VIDAS,
  palavras: PALAVRAS,
  temSequencia: false,
  contar: ({ pedido }) => eventosDaMudanca(pedido).map((evento) => fala(evento, pedido.id)),
  conversar: (pedido, em) => fala(outro('payout.paid', em, { object: 'payout', id: `po_${pedido}` }), null),
  testar: (em) => fala(outro('customer.created', em, { object: 'customer', id: 'cus_1' }), null),
  assinar: (corpo, segredo, _opcoes, { agora }) => {
    const t = Math.floor(agora.getTime() / 1000);
    const v1 = createHmac('sha256', segredo).update(`${t}.${corpo}`, 'utf8').digest('hex');
    return { 'content-type': 'application/json', 'stripe-signature': `t=${t},v1=${v1},v0=${'0'.repeat(64)}` };
  },
  responder,
};

/** The same bytes at every attempt, with a signature of its own. */
function fala(evento: Evento, pedido: string | null): Fala {
  const corpo = JSON.stringify(evento, null, 2);
  return { evento_id: evento.id, tipo: evento.type, pedido, corpo: () => corpo };
}

const outro = (type: string, em: number, object: object): Evento => ({
  id: `evt_${randomUUID()}`,
  object: 'event',
  type,
  created: Math.floor(em / 1000),
  livemode: true,
  data: { object },
});
