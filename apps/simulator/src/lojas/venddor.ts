import { createHash, createHmac, randomUUID } from 'node:crypto';
import { POLITICAS } from '../entregas/politica.ts';
import type { StatusNaLoja } from '../vidas.ts';
import type { DialetoDaLoja, Fala, VidaViva } from './dialeto.ts';

const PALAVRAS: Readonly<Record<string, StatusNaLoja>> = {
  pending: 'criado',
  processing: 'pago',
  shipped: 'enviado',
  delivered: 'enviado',
  cancelled: 'cancelado',
  canceled: 'cancelado',
  refunded: 'reembolsado',
};

/** `delivered` leads no further than `shipped`: to us both are one state. */
const POSTO: Readonly<Record<StatusNaLoja, number>> = { criado: 1, pago: 2, enviado: 3, cancelado: 4, reembolsado: 5 };

const VIDAS = [
  vida('only created', 5, 'pending'),
  vida('paid', 10, 'pending processing'),
  vida('paid and shipped', 20, 'pending processing shipped'),
  vida('delivered', 20, 'pending processing shipped delivered'),
  vida('cancelled before payment', 10, 'pending cancelled'),
  vida('cancelled after payment', 10, 'pending processing canceled'),
  vida('cancelled after shipment', 5, 'pending processing shipped cancelled'),
  vida('cancelled and refunded', 5, 'pending processing cancelled refunded'),
  vida('returned and refunded', 5, 'pending processing shipped delivered refunded'),
];
const REABERTAS = [
  vida('opened again', 5, 'pending processing cancelled processing'),
  vida('opened again and shipped', 5, 'pending processing cancelled processing shipped'),
];

function vida(nome: string, peso: number, palavras: string): VidaViva {
  const passos = palavras.split(' ').map((palavra, i) => {
    const status = PALAVRAS[palavra];
    if (status === undefined) throw new Error(`no such word: ${palavra}`);
    return {
      tipo: i === 0 ? 'order.created' : 'order.statusChanged',
      palavra,
      posto: POSTO[status],
      recusado: false,
    };
  });
  return { nome, peso, passos };
}

/** Events without an id, in an envelope that is new at every attempt around a payload that is not. */
export const venddor: DialetoDaLoja = {
  nome: 'venddor',
  politica: POLITICAS.venddor,
  vidas: (reabre) => (reabre ? [...VIDAS, ...REABERTAS] : VIDAS),
  palavras: PALAVRAS,
  temSequencia: false,
  contar: ({ pedido, tipo, de, para, em, campos }) => {
    const palavras = de === null ? { status: para } : { old_status: de, new_status: para };
    return fala(tipo, pedido, {
      ...nomearPedido(Number(pedido)),
      ...palavras,
      ...campos,
      timestamp: new Date(em).toISOString(),
    });
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
