import { createHmac } from 'node:crypto';
import { fc } from '@fast-check/vitest';
import { describe, expect, it } from 'vitest';
import { nomearSegredo } from '../assinatura.ts';
import { suiteDoDialeto } from '../dialeto.suite.ts';
import type { Dialeto, Entrega } from '../dialeto.ts';
import { readJson } from '../json/read-json.ts';
import { criarShopify } from './index.ts';

const criar = (opcoes: Record<string, string> = {}): Dialeto => {
  const feito = criarShopify(opcoes);
  if ('erros' in feito) throw new Error(JSON.stringify(feito.erros));
  return feito.dialeto;
};
const dialeto = criar();

const entrega = (corpo: string | Buffer, cabecalhos: Entrega['cabecalhos'] = {}): Entrega => ({
  corpo: Buffer.from(corpo),
  cabecalhos: { 'x-shopify-topic': 'orders/updated', 'x-shopify-webhook-id': 'wh-1', ...cabecalhos },
  consulta: new URLSearchParams(),
});

/** Signed by openssl. */
const EXEMPLO = {
  segredo: 'segredo-de-exemplo',
  corpo:
    '{"id":450789469001,"updated_at":"2026-03-01T09:00:00-03:00","financial_status":"paid","fulfillment_status":null,"cancelled_at":null,"total_price":"159.90","currency":"BRL","email":"ana@example.com","note":"p\\u00e3o \\/ caf\u00e9","refunds":[]}',
  assinatura: 'XhWxWssGoaGZG17qT2A6YiMWWOYisOfq0Hi8tUrRwA8=',
};

const PEDIDO = {
  id: 1001,
  updated_at: '2026-03-01T09:00:00-03:00',
  cancelled_at: null,
  financial_status: 'paid',
  fulfillment_status: null,
  total_price: '159.90',
  currency: 'BRL',
  email: 'ana@example.com',
};
const ler = (mudanca: object, tipo = 'orders/updated', d = dialeto) =>
  d.interpretar(readJson(JSON.stringify({ ...PEDIDO, ...mudanca })), { tipo, recurso_id: '1001' });

suiteDoDialeto('shopify', {
  dialeto,
  exemplo: {
    segredo: EXEMPLO.segredo,
    entrega: entrega(EXEMPLO.corpo, { 'x-shopify-hmac-sha256': EXEMPLO.assinatura }),
  },
  cabecalhoDaAssinatura: 'x-shopify-hmac-sha256',
  assinar: (segredo, corpo) => ({
    'x-shopify-hmac-sha256': createHmac('sha256', segredo).update(corpo).digest('base64'),
  }),
  ids: [{ campo: 'recurso_id', entregaCom: (json) => entrega(`{"id":${json},"financial_status":"paid"}`) }],
  palavraDesconhecida: { tipo: 'orders/paid', payload: { ...PEDIDO, financial_status: 'novidade' }, torna: 'invalido' },
  soNulos: {
    tipo: 'orders/updated',
    payload: { ...PEDIDO, total_price: null, email: null, contact_email: null, refunds: null, financial_status: null },
  },
  quaseEventos: fc.record(
    {
      id: fc.oneof(fc.bigInt().map(String), fc.integer(), fc.jsonValue()),
      updated_at: fc.oneof(fc.constant(PEDIDO.updated_at), fc.jsonValue()),
      cancelled_at: fc.oneof(fc.constant(null), fc.jsonValue()),
      financial_status: fc.oneof(fc.constantFrom('paid', 'refunded', '__proto__'), fc.jsonValue()),
      fulfillment_status: fc.oneof(fc.constantFrom('fulfilled', 'partial'), fc.jsonValue()),
      total_price: fc.oneof(fc.constantFrom('1.10', '-1', '1e9'), fc.jsonValue()),
      currency: fc.jsonValue(),
      email: fc.jsonValue(),
      refunds: fc.oneof(fc.array(fc.jsonValue()), fc.jsonValue()),
      test: fc.jsonValue(),
    },
    { requiredKeys: [] },
  ),
});

describe('signature', () => {
  const segredos = [nomearSegredo(EXEMPLO.segredo)];
  const nova = { 'shopify-hmac-sha256': EXEMPLO.assinatura, 'shopify-topic': 'orders/paid', 'shopify-webhook-id': 'n' };
  it('is in either family of headers, and of both the newer one counts', () => {
    expect(dialeto.autenticar(entrega(EXEMPLO.corpo, nova), segredos, 0)).toHaveProperty('segredo_nome');
    const falsa = { 'x-shopify-hmac-sha256': EXEMPLO.assinatura, 'shopify-hmac-sha256': 'AAAA' };
    expect(dialeto.autenticar(entrega(EXEMPLO.corpo, falsa), segredos, 0)).toHaveProperty('recusado');
    expect(dialeto.identificar(entrega(EXEMPLO.corpo, nova))).toMatchObject({ evento_id: 'n', tipo: 'orders/paid' });
  });
});

describe('what a delivery is', () => {
  const identificar = (corpo: object, topico: string, d = dialeto) =>
    d.identificar(entrega(JSON.stringify(corpo), { 'x-shopify-topic': topico }));

  it('is named by its webhook id, never by the event id that the deliveries of one action share', () => {
    const cabecalhos = { 'x-shopify-event-id': 'e', 'x-shopify-webhook-id': 'w' };
    expect(dialeto.identificar(entrega(EXEMPLO.corpo, cabecalhos))).toMatchObject({ evento_id: 'w' });
  });
  it.each([
    [{ id: 1001 }, 'orders/create'],
    [{ id: 9, order_id: 1001 }, 'refunds/create'],
    [{ order_edit: { id: 9, order_id: 1001 } }, 'orders/edited'],
    [{ id: 9, order_id: 1001 }, 'fulfillments/update'],
    [{ id: 9, order_id: 1001 }, 'disputes/create'],
    [{ id: 1001 }, 'orders/delete'],
  ])('%j as %s speaks of the order', (corpo, topico) => {
    expect(identificar(corpo, topico)).toMatchObject({ recurso_id: '1001', resultado: null });
  });
  it('is a test where the order is one, unless tests count here', () => {
    expect(identificar({ ...PEDIDO, test: true }, 'orders/paid')).toMatchObject({
      resultado: 'teste',
      recurso_id: null,
    });
    const d = criar({ ACEITAR_TESTES: 'sim' });
    expect(identificar({ ...PEDIDO, test: true }, 'orders/paid', d)).toMatchObject({ resultado: null });
  });
  it.each(['customers/redact', 'customers/data_request', 'shop/redact'])('%s is recorded', (topico) => {
    expect(identificar({ shop_id: 1 }, topico)).toMatchObject({ resultado: 'privacidade', recurso_id: null });
  });
  it('is of no interest where its topic is none of ours, or a dispute names no order', () => {
    expect(identificar({ id: 1 }, 'products/update')).toMatchObject({ resultado: 'tipo_ignorado' });
    expect(identificar({ id: 1, order_id: null }, 'disputes/create')).toMatchObject({ resultado: 'tipo_ignorado' });
  });
  it.each([
    ['x-shopify-topic', 'the header x-shopify-topic is missing'],
    ['x-shopify-webhook-id', 'the header x-shopify-webhook-id is missing'],
  ])('waits in quarantine without %s', (nome, quarentena) => {
    expect(dialeto.identificar(entrega(EXEMPLO.corpo, { [nome]: undefined }))).toEqual({ quarentena });
  });
});

describe('the state is what the fields say, whatever the topic', () => {
  it.each([
    [{ financial_status: 'pending' }, 'criado'],
    [{ financial_status: 'authorized' }, 'criado'],
    [{ financial_status: 'partially_paid' }, 'criado'],
    [{ financial_status: 'voided' }, 'criado'],
    [{ financial_status: null }, 'criado'],
    [{}, 'pago'],
    [{ financial_status: 'partially_refunded' }, 'pago'],
    [{ fulfillment_status: 'partial' }, 'pago'],
    [{ fulfillment_status: 'pending' }, 'pago'],
    [{ fulfillment_status: 'fulfilled' }, 'enviado'],
    [{ fulfillment_status: 'fulfilled', financial_status: 'pending' }, 'enviado'],
    [{ cancelled_at: PEDIDO.updated_at }, 'cancelado'],
    [{ cancelled_at: PEDIDO.updated_at, fulfillment_status: 'fulfilled' }, 'cancelado'],
    [{ cancelled_at: PEDIDO.updated_at, financial_status: 'novidade' }, 'cancelado'],
    [{ financial_status: 'refunded' }, 'reembolsado'],
    [{ financial_status: 'refunded', cancelled_at: PEDIDO.updated_at }, 'reembolsado'],
  ])('%j is %s', (campos, status) => {
    for (const topico of ['orders/create', 'orders/paid', 'orders/cancelled'])
      expect(ler(campos, topico)).toMatchObject({
        status,
        occurredAt: Date.UTC(2026, 2, 1, 12),
        dados: { total_centavos: 15_990, cliente_email: 'ana@example.com' },
      });
  });
  it('in words of this store, where STATUS_MAP says them', () => {
    expect(
      ler({ financial_status: 'authorized' }, 'orders/paid', criar({ STATUS_MAP: 'authorized:pago' })),
    ).toMatchObject({ status: 'pago' });
  });
  it.each([
    [{ updated_at: '2026-02-30T00:00:00Z' }, /updated_at/],
    [{ updated_at: undefined }, /updated_at/],
    [{ financial_status: 'novidade' }, /"novidade" is no known state/],
    [{ total_price: 'grátis' }, /total_price/],
    [{ total_price: '-1.00' }, /total_price/],
  ])('%j is invalid, and says why', (campos, motivo) => {
    expect(ler(campos)).toEqual({ invalido: expect.stringMatching(motivo) });
  });
  it('is to be read where the delivery does not carry the order', () => {
    for (const topico of ['orders/edited', 'orders/delete', 'fulfillments/create'])
      expect(dialeto.interpretar({}, { tipo: topico, recurso_id: '1' })).toEqual({ gatilho: true });
  });
});

describe('refunds and disputes', () => {
  const transacao = (amount: string, mais: object = {}) => ({ kind: 'refund', status: 'success', amount, ...mais });
  const reembolso = (id: number, ...transactions: object[]) => ({
    id,
    order_id: 1001,
    created_at: '2026-03-01T12:00:00Z',
    refund_line_items: [{ subtotal: 414.95 }],
    transactions,
  });

  it('count what was really paid back, under the id of each refund', () => {
    const refunds = [
      reembolso(7, transacao('41.94'), transacao('43.06'), transacao('9.00', { status: 'pending' })),
      reembolso(8, transacao('1.00', { kind: 'void' })),
      { sem: 'id' },
    ];
    expect(ler({ refunds })).toMatchObject({
      marcas: {
        reembolsos: [
          { id: '7', centavos: 8_500 },
          { id: '8', centavos: 0 },
        ],
      },
    });
  });
  it('come alone as well, and say no state', () => {
    const payload = reembolso(7, transacao('41.94', { currency: 'BRL' }));
    expect(dialeto.interpretar(payload, { tipo: 'refunds/create', recurso_id: '1001' })).toEqual({
      anotacao: { reembolsos: [{ id: '7', centavos: 4_194 }] },
      occurredAt: Date.UTC(2026, 2, 1, 12),
      sequence: null,
    });
    expect(dialeto.interpretar({}, { tipo: 'refunds/create', recurso_id: '1' })).toHaveProperty('invalido');
  });
  it.each([
    ['needs_response', true],
    ['under_review', true],
    ['won', false],
    ['lost', false],
  ])('a dispute that is %s is open: %s', (status, aberta) => {
    const payload = { id: 5, order_id: 1001, status, initiated_at: '2026-03-01T12:00:00Z', finalized_on: null };
    expect(dialeto.interpretar(payload, { tipo: 'disputes/update', recurso_id: '1001' })).toEqual({
      anotacao: { disputas: [{ id: '5', aberta }] },
      occurredAt: Date.UTC(2026, 2, 1, 12),
      sequence: null,
    });
  });
});

it('refuses settings that it does not know', () => {
  expect(criarShopify({ STATUS_MAP: 'x:y', OUTRA: '1', ACEITAR_TESTES: 'talvez' })).toEqual({
    erros: [
      { opcao: 'STATUS_MAP', motivo: expect.any(String) },
      { opcao: 'ACEITAR_TESTES', motivo: 'must be sim or nao' },
      { opcao: 'OUTRA', motivo: 'is no setting of the dialect shopify' },
    ],
  });
});
