import { randomUUID } from 'node:crypto';
import type { DialetoDaLoja, Fala, StatusNaLoja, VidaViva } from '../contrato.ts';
import { responderComo } from './api.ts';
import { assinar } from './assinar.ts';
import { AVANCO, VIDAS } from './vidas.ts';

const PALAVRA: Readonly<Record<StatusNaLoja, string>> = {
  criado: 'open',
  pago: 'paid',
  enviado: 'shipped',
  cancelado: 'canceled',
  reembolsado: 'refunded',
};

const LIDAS: readonly VidaViva[] = VIDAS.map(({ nome, peso, passos }) => ({
  nome,
  peso,
  passos: passos.map(({ tipo, fica, recusado = false }) => ({
    tipo,
    palavra: PALAVRA[fica],
    posto: AVANCO[tipo],
    recusado,
  })),
}));

/** A store of the house: each event has an id and a number, and its type says what happened. */
export const loja: DialetoDaLoja = {
  nome: 'loja',
  politica: { tentativas: 5, esperasMs: [30_000], prazoMs: 10_000 },
  resolucaoMs: 1,
  vidas: () => LIDAS,
  palavras: Object.fromEntries(Object.entries(PALAVRA).map(([status, palavra]) => [palavra, status as StatusNaLoja])),
  temSequencia: true,
  responder: responderComo({ comSequencia: true }),
  contar: ({ pedido: { id, sequence, updated_at: em }, tipo, campos }) => [
    fala({ id: `evt_${id}_${sequence}`, tipo, em, sequencia: sequence, data: { id, ...campos } }),
  ],
  conversar: (pedido, em, sequencia) =>
    fala({
      id: `evt_${pedido}_${sequencia}`,
      tipo: 'order.comment_added',
      em,
      sequencia,
      data: { id: pedido, comment: 'cliente pediu urgência' },
    }),
  testar: (em) => fala({ id: `evt_test_${randomUUID()}`, tipo: 'webhook.test', em, data: {} }),
  assinar,
};

/** The same bytes at every attempt. */
function fala(evento: {
  id: string;
  tipo: string;
  em: number;
  sequencia?: number;
  data: { id?: string; comment?: string };
}): Fala {
  const { id, tipo, em, sequencia, data } = evento;
  const corpo = JSON.stringify({
    id,
    type: tipo,
    ...(sequencia === undefined ? {} : { sequence: sequencia }),
    occurred_at: new Date(em).toISOString(),
    data,
  });
  return { evento_id: id, tipo, pedido: data.id ?? null, corpo: () => corpo };
}
