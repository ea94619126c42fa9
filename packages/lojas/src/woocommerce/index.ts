import { createHash, createHmac, randomUUID } from 'node:crypto';
import type { DialetoDaLoja, Fala, PedidoNaLoja } from '../contrato.ts';
import { vida } from '../vidas.ts';
import { responder } from './api.ts';
import { ESTADOS, escreverPedido } from './pedido.ts';

const PALAVRAS = Object.fromEntries(Object.entries(ESTADOS).map(([nome, { significa }]) => [nome, significa]));

const umaVida = vida(PALAVRAS, (_, primeira) => (primeira ? 'order.created' : 'order.updated'));
const VIDAS = [
  umaVida('only created', 5, 'pending'),
  umaVida('created before the store knew us', 5, 'processing completed'),
  umaVida('paid', 10, 'pending processing'),
  umaVida('paid by transfer and shipped', 20, 'on_hold processing completed'),
  umaVida('refunded in part', 10, 'pending processing refunded_in_part'),
  umaVida('refunded in part and shipped', 5, 'pending processing refunded_in_part completed_refunded_in_part'),
  umaVida('cancelled before payment', 10, 'pending cancelled'),
  umaVida('cancelled after payment', 10, 'pending processing cancelled'),
  umaVida('payment failed', 5, 'pending failed'),
  umaVida('returned and refunded', 10, 'pending processing completed refunded'),
  umaVida('refunded before shipment', 5, 'pending processing refunded'),
];
const REABERTAS = [
  umaVida('payment failed and tried again', 10, 'pending failed processing completed'),
  umaVida('cancelled and opened again', 5, 'pending processing cancelled processing'),
];

/** Each delivery is the whole order as it is then, under a topic, once and never again. */
export const woocommerce: DialetoDaLoja = {
  nome: 'woocommerce',
  politica: {
    tentativas: 1,
    esperasMs: [0],
    prazoMs: 60_000,
    sucesso: (status) => status >= 200 && status <= 302,
  },
  resolucaoMs: 1_000,
  vidas: (reabre) => (reabre ? [...VIDAS, ...REABERTAS] : VIDAS),
  palavras: PALAVRAS,
  temSequencia: false,
  // A new order is told as changed as well, in the same bytes.
  contar: ({ pedido, tipo }) => [...new Set([tipo, 'order.updated'])].map((topico) => doPedido(topico, pedido)),
  conversar: (pedido) => fala('coupon.updated', null, { id: 1, code: randomUUID(), note: pedido }),
  testar: () => fala('product.updated', null, { id: 1, name: randomUUID() }),
  assinar: (corpo, segredo) => ({
    'content-type': 'application/json',
    'x-wc-webhook-signature': createHmac('sha256', segredo).update(corpo, 'utf8').digest('base64'),
  }),
  responder,
};

const doPedido = (topico: string, pedido: PedidoNaLoja): Fala => fala(topico, pedido.id, escreverPedido(pedido));

/** Without a key of its own: what it says, under its topic, is what tells two events apart. */
function fala(topico: string, pedido: string | null, objeto: object): Fala {
  const corpo = escreverComoPhp(objeto);
  const hash = createHash('sha256').update(corpo).digest('hex');
  const [recurso = '', acao = ''] = topico.split('.');
  return {
    evento_id: `${topico}:${hash}`,
    tipo: topico,
    pedido,
    cabecalhos: {
      'x-wc-webhook-source': 'https://uma-loja.example/',
      'x-wc-webhook-topic': topico,
      'x-wc-webhook-resource': recurso,
      'x-wc-webhook-event': acao,
      'x-wc-webhook-id': '27',
      'x-wc-webhook-delivery-id': randomUUID().replaceAll('-', ''),
    },
    corpo: () => corpo,
  };
}

/** Slashes and all that is beyond ASCII are escaped; what is signed are these bytes. */
const escreverComoPhp = (valor: object): string =>
  JSON.stringify(valor)
    .replaceAll('/', '\\/')
    .replace(/[^\0-\x7e]/g, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`);
