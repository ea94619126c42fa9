import type { PedidoNaLoja } from '../contrato.ts';
import { ESTADOS, escreverCobranca, escreverIntencao, escreverReembolsos } from './objetos.ts';

export interface Evento {
  id: string;
  object: 'event';
  type: string;
  created: number;
  livemode: true;
  data: { object: object };
}

/** Everything that the account tells of one change, each event with an object as it was then. */
export function eventosDaMudanca(pedido: PedidoNaLoja): Evento[] {
  const { reembolso, intencao } = ESTADOS[pedido.status] ?? { reembolso: 'nenhum', intencao: '' };
  const contados: [string, object][] =
    reembolso === 'nenhum'
      ? [
          [TIPO[intencao] ?? 'payment_intent.created', escreverIntencao(pedido)],
          ...(intencao === 'succeeded' ? [['charge.succeeded', escreverCobranca(pedido)] as [string, object]] : []),
        ]
      : [
          ['charge.refunded', escreverCobranca(pedido)],
          ...escreverReembolsos(pedido).map((r): [string, object] => ['refund.created', r]),
        ];
  const segundo = Math.floor(pedido.updated_at / 1000);
  return contados.map(([type, object], i) => ({
    id: `evt_${segundo}_${pedido.id}_${pedido.sequence}_${i}`,
    object: 'event',
    type,
    created: segundo,
    livemode: true,
    data: { object },
  }));
}

const TIPO: Readonly<Record<string, string>> = {
  processing: 'payment_intent.processing',
  succeeded: 'payment_intent.succeeded',
  canceled: 'payment_intent.canceled',
};
