import { createHash, createHmac, randomUUID } from 'node:crypto';
import type { DialetoDaLoja, Fala } from '../contrato.ts';
import { vida } from '../vidas.ts';
import { responder } from './api.ts';
import { ESTADOS, idDoPagamento } from './pagamentos.ts';

const PALAVRAS = Object.fromEntries(Object.entries(ESTADOS).map(([nome, { significa }]) => [nome, significa]));

const umaVida = vida(PALAVRAS, () => 'payment');
const VIDAS = [
  umaVida('waits for its payment', 5, 'pending'),
  umaVida('rejected', 5, 'rejected'),
  umaVida('paid', 20, 'pending approved'),
  umaVida('paid at the second try', 20, 'rejected tried_again paid_at_last'),
  umaVida('refunded in part', 10, 'pending approved partially_refunded'),
  umaVida('refunded', 10, 'approved refunded'),
  umaVida('the slip ran out', 10, 'pending cancelled'),
];
const REABERTAS = [umaVida('the slip ran out, and another was paid', 10, 'pending cancelled paid_after_all')];
const MINUTO_MS = 60_000;

/** Each delivery says that something happened to a payment; only where it looks is signed, and the order is the API's to say. */
export const mercadoPago: DialetoDaLoja = {
  nome: 'mercado_pago',
  politica: {
    tentativas: 10,
    esperasMs: [15 * MINUTO_MS, 15 * MINUTO_MS, 15 * MINUTO_MS, 30 * MINUTO_MS, 60 * MINUTO_MS],
    prazoMs: 22_000,
    sucesso: (status) => status === 200 || status === 201,
    insisteEm4xx: true,
  },
  resolucaoMs: 1,
  vidas: (reabre) => (reabre ? [...VIDAS, ...REABERTAS] : VIDAS),
  palavras: PALAVRAS,
  temSequencia: false,
  magro: true,
  contar: ({ pedido, tipo, de }) => {
    const ultimo = (ESTADOS[pedido.status]?.tentativas.length ?? 1) - 1;
    const action = de === null ? 'payment.created' : 'payment.updated';
    return [fala(tipo, action, String(idDoPagamento(pedido.id, ultimo)), pedido.id)];
  },
  conversar: (pedido) => fala('plan', 'plan.updated', `1${pedido}`, null),
  testar: () => fala('test', 'test.created', '123456', null),
  assinar: (_, segredo, _opcoes, { agora, consulta }) => {
    const pedido = randomUUID();
    const ts = agora.getTime();
    const manifesto = `id:${consulta['data.id']};request-id:${pedido};ts:${ts};`;
    return {
      'content-type': 'application/json',
      'x-request-id': pedido,
      'x-signature': `ts=${ts},v1=${createHmac('sha256', segredo).update(manifesto).digest('hex')}`,
    };
  },
  responder,
};

/** The moment is one that a published example has: no clock ever shows it. */
function fala(type: string, action: string, id: string, pedido: string | null): Fala {
  // A whole number of twelve digits.
  const evento = Number.parseInt(createHash('sha256').update(randomUUID()).digest('hex').slice(0, 10), 16);
  const corpo = JSON.stringify({
    id: evento,
    live_mode: true,
    type,
    date_created: '2022-07-23T23:03:5704:00',
    user_id: 44444,
    api_version: 'v1',
    action,
    data: { id },
  });
  return { evento_id: String(evento), tipo: type, pedido, consulta: { 'data.id': id, type }, corpo: () => corpo };
}
