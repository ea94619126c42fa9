import { createHmac, randomUUID } from 'node:crypto';
import type { DialetoDaLoja, Fala, Mudanca } from '../contrato.ts';
import { vida } from '../vidas.ts';
import { responder } from './api.ts';
import { ESTADOS, escreverPedido, instante } from './pedido.ts';

const PALAVRAS = Object.fromEntries(Object.entries(ESTADOS).map(([nome, { significa }]) => [nome, significa]));

/** The topic of its own that a change has, besides orders/updated. */
const TOPICO: Readonly<Record<string, string>> = {
  paid: 'orders/paid',
  partially_fulfilled: 'orders/partially_fulfilled',
  fulfilled: 'orders/fulfilled',
  shipped_in_part_refunded: 'orders/fulfilled',
  cancelled: 'orders/cancelled',
  cancelled_paid: 'orders/cancelled',
  refunded: 'orders/cancelled',
};

const umaVida = vida(PALAVRAS, (palavra, primeira) =>
  primeira ? 'orders/create' : (TOPICO[palavra] ?? 'orders/updated'),
);
const VIDAS = [
  umaVida('only created', 5, 'pending'),
  umaVida('created before the store knew us', 5, 'paid fulfilled'),
  umaVida('paid', 10, 'pending paid'),
  umaVida('authorized, then paid and shipped', 10, 'authorized paid fulfilled'),
  umaVida('shipped in two parcels', 10, 'pending paid partially_fulfilled fulfilled'),
  umaVida('refunded in part', 10, 'pending paid partially_refunded'),
  umaVida('refunded in part and shipped', 5, 'pending paid partially_refunded shipped_in_part_refunded'),
  umaVida('cancelled before payment', 10, 'pending cancelled'),
  umaVida('cancelled after payment', 10, 'pending paid cancelled_paid'),
  umaVida('cancelled and refunded', 10, 'pending paid cancelled_paid refunded'),
  umaVida('returned and refunded', 10, 'pending paid fulfilled returned'),
];
const MINUTO_MS = 60_000;

/** Each delivery is the whole order, in a topic of its own and once more as orders/updated: one action, one event id. */
export const shopify: DialetoDaLoja = {
  nome: 'shopify',
  politica: {
    tentativas: 9,
    esperasMs: [MINUTO_MS, 5 * MINUTO_MS, 15 * MINUTO_MS, 60 * MINUTO_MS],
    prazoMs: 5_000,
    insisteEm4xx: true,
  },
  resolucaoMs: 1_000,
  vidas: () => VIDAS,
  palavras: PALAVRAS,
  temSequencia: false,
  contar: (mudanca) => {
    const acao = randomUUID();
    const topicos = new Set([mudanca.tipo, 'orders/updated']);
    return [...topicos].map((topico) => fala(topico, acao, mudanca.pedido.id, escrever(mudanca)));
  },
  conversar: (pedido, em) =>
    fala('app/subscriptions_update', randomUUID(), null, JSON.stringify({ note: pedido, at: instante(em) })),
  testar: (em) =>
    fala(
      'orders/create',
      randomUUID(),
      null,
      JSON.stringify({ id: 820982911946154, test: true, updated_at: instante(em) }),
    ),
  assinar: (corpo, segredo) => ({
    'content-type': 'application/json',
    'x-shopify-hmac-sha256': createHmac('sha256', segredo).update(corpo, 'utf8').digest('base64'),
  }),
  responder,
};

/** As PHP and Ruby escape it; what is signed are these bytes, and no parser's. */
const escrever = ({ pedido }: Mudanca): string =>
  JSON.stringify(escreverPedido(pedido)).replaceAll('/', '\\/').replaceAll('&', '\\u0026');

/** The original bytes at every attempt, under one webhook id. */
function fala(topico: string, acao: string, pedido: string | null, corpo: string): Fala {
  const evento_id = randomUUID();
  return {
    evento_id,
    tipo: topico,
    pedido,
    cabecalhos: {
      'x-shopify-topic': topico,
      'x-shopify-webhook-id': evento_id,
      'x-shopify-event-id': acao,
      'x-shopify-shop-domain': 'uma-loja.myshopify.com',
      'x-shopify-api-version': '2026-07',
      'x-shopify-triggered-at': new Date().toISOString().replace('Z', '123456Z'),
    },
    corpo: () => corpo,
  };
}
