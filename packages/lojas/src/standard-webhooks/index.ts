import { createHmac, randomUUID } from 'node:crypto';
import type { DialetoDaLoja, Fala, StatusNaLoja } from '../contrato.ts';
import { vida } from '../vidas.ts';

const PALAVRAS: Readonly<Record<string, StatusNaLoja>> = {
  created: 'criado',
  paid: 'pago',
  shipped: 'enviado',
  canceled: 'cancelado',
  refunded: 'reembolsado',
};

const umaVida = vida(PALAVRAS, (palavra) => `order.${palavra}`);

/** A provider that delivers by the Standard Webhooks specification, which knows no API: each event has an id, and its type says the state. */
export const standardWebhooks: DialetoDaLoja = {
  nome: 'standard_webhooks',
  politica: { tentativas: 10, esperasMs: [5_000, 300_000, 1_800_000, 7_200_000, 18_000_000], prazoMs: 15_000 },
  resolucaoMs: 1,
  vidas: () => [
    umaVida('only created', 5, 'created'),
    umaVida('paid and shipped', 20, 'created paid shipped'),
    umaVida('cancelled before payment', 10, 'created canceled'),
    umaVida('cancelled after payment', 10, 'created paid canceled'),
    umaVida('cancelled and refunded', 10, 'created paid canceled refunded'),
    umaVida('returned and refunded', 10, 'paid shipped refunded'),
  ],
  palavras: PALAVRAS,
  temSequencia: false,
  contar: ({ pedido, tipo, campos }) => [fala(tipo, pedido.updated_at, { id: pedido.id, ...campos })],
  conversar: (pedido, em) => fala('contact.created', em, { note: pedido }),
  testar: (em) => fala('contact.created', em, {}),
  assinar: (corpo, segredo, _opcoes, { agora }) => assinarComo(corpo, segredo, agora),
};

/** Id, time of the attempt and body are signed. What it signs by a version of tomorrow, nobody has to understand. */
function assinarComo(corpo: string, segredo: string, agora: Date): Record<string, string> {
  const id = idNoCorpo(corpo);
  const timestamp = String(Math.floor(agora.getTime() / 1000));
  const chave = Buffer.from(segredo.replace(/^whsec_/, ''), 'base64');
  const assinatura = createHmac('sha256', chave).update(`${id}.${timestamp}.${corpo}`, 'utf8').digest('base64');
  return {
    'content-type': 'application/json',
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': `v2,YW1hbmhh v1,${assinatura}`,
  };
}

const idNoCorpo = (corpo: string): string => /"message":"([^"]+)"/.exec(corpo)?.[1] ?? '';

function fala(type: string, em: number, data: { id?: string; [campo: string]: unknown }): Fala {
  const message = `msg_${randomUUID()}`;
  const corpo = JSON.stringify({ type, timestamp: new Date(em).toISOString(), message, data });
  return { evento_id: message, tipo: type, pedido: data.id ?? null, corpo: () => corpo };
}
