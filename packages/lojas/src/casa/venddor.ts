import { createHash, createHmac, randomUUID } from 'node:crypto';
import type { DialetoDaLoja, Fala, StatusNaLoja } from '../contrato.ts';
import { vida } from '../vidas.ts';
import { responderComo } from './api.ts';

const PALAVRAS: Readonly<Record<string, StatusNaLoja>> = {
  pending: 'criado',
  processing: 'pago',
  shipped: 'enviado',
  delivered: 'enviado',
  cancelled: 'cancelado',
  canceled: 'cancelado',
  refunded: 'reembolsado',
};

const umaVida = vida(PALAVRAS, (_, primeira) => (primeira ? 'order.created' : 'order.statusChanged'));
const VIDAS = [
  umaVida('only created', 5, 'pending'),
  umaVida('paid', 10, 'pending processing'),
  umaVida('paid and shipped', 20, 'pending processing shipped'),
  umaVida('delivered', 20, 'pending processing shipped delivered'),
  umaVida('cancelled before payment', 10, 'pending cancelled'),
  umaVida('cancelled after payment', 10, 'pending processing canceled'),
  umaVida('cancelled after shipment', 5, 'pending processing shipped cancelled'),
  umaVida('cancelled and refunded', 5, 'pending processing cancelled refunded'),
  umaVida('returned and refunded', 5, 'pending processing shipped delivered refunded'),
];
const REABERTAS = [
  umaVida('opened again', 5, 'pending processing cancelled processing'),
  umaVida('opened again and shipped', 5, 'pending processing cancelled processing shipped'),
];

/** Events without an id, in an envelope that is new at every attempt around a payload that is not. */
export const venddor: DialetoDaLoja = {
  nome: 'venddor',
  politica: { tentativas: 3, esperasMs: [30_000, 60_000], prazoMs: 30_000 },
  resolucaoMs: 1,
  vidas: (reabre) => (reabre ? [...VIDAS, ...REABERTAS] : VIDAS),
  palavras: PALAVRAS,
  temSequencia: false,
  responder: responderComo({ comSequencia: false }),
  contar: ({ pedido: { id, status: para, updated_at: em }, tipo, de, campos }) => {
    const palavras = de === null ? { status: para } : { old_status: de, new_status: para };
    const timestamp = new Date(em).toISOString();
    return [fala(tipo, id, { ...nomearPedido(Number(id)), ...palavras, ...campos, timestamp })];
  },
  conversar: (pedido, em) => {
    const event_id = `inc_${pedido}_${randomUUID()}`;
    const payload = { event_id, order_id: Number(pedido), points: 10, timestamp: new Date(em).toISOString() };
    return { ...fala('incentive.created', null, payload), evento_id: event_id };
  },
  testar: (em) => fala('test', null, { message: randomUUID(), timestamp: new Date(em).toISOString() }),
  assinar: (corpo, segredo, opcoes) => {
    const codificacao = opcoes.CODIFICACAO_ASSINATURA === 'base64' ? 'base64' : 'hex';
    const assinatura = createHmac('sha256', segredo).update(corpo, 'utf8').digest(codificacao);
    return {
      'content-type': 'application/json',
      [opcoes.CABECALHO_ASSINATURA || 'x-venddor-signature']: `${opcoes.PREFIXO_ASSINATURA ?? ''}${assinatura}`,
    };
  },
};

/** The three ways in which payloads of this platform name their order. */
function nomearPedido(id: number): object {
  return [{ order_id: id }, { order: { id } }, { id }][id % 3] ?? { id };
}

/** Names the registration, not the event. */
const WEBHOOK_ID = 'wh_1';

function fala(event: string, pedido: string | null, payload: object): Fala {
  const hash = createHash('sha256').update(JSON.stringify(payload)).digest('hex');
  return {
    evento_id: `${event}:${hash}`,
    tipo: event,
    pedido,
    corpo: ({ agora, retry }) =>
      JSON.stringify({
        event,
        webhook_id: WEBHOOK_ID,
        timestamp: agora.toISOString(),
        payload,
        ...(retry ? { retry: true } : {}),
      }),
  };
}
