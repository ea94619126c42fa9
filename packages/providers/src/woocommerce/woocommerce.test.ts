import { createHmac } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fc } from '@fast-check/vitest';
import { describe, expect, it } from 'vitest';
import { nomearSegredo } from '../assinatura.ts';
import { suiteDoDialeto } from '../dialeto.suite.ts';
import type { Dialeto, Entrega, Opcoes } from '../dialeto.ts';
import { criarWoocommerce } from './index.ts';
import { PALAVRAS } from './palavras.ts';

const AGORA = Date.UTC(2026, 2, 1, 12);

/**
 * The example of the README, escaped as WordPress does. Computed with OpenSSL, not with this code:
 * printf '%s' "$CORPO" | openssl dgst -sha256 -hmac segredo-de-exemplo -binary | base64
 */
const EXEMPLO = {
  segredo: 'segredo-de-exemplo',
  corpo: String.raw`{"id":1001,"status":"processing","currency":"BRL","date_modified_gmt":"2026-03-01T12:00:00","date_paid_gmt":"2026-03-01T12:00:00","date_completed_gmt":null,"total":"159.90","billing":{"email":"ana@example.com"},"refunds":[],"note":"caf\u00e9 \/ p\u00e3o"}`,
  assinatura: 'YO4dPTQPrWiR1AIkTRF80KxM0gg13+N8MaWBnRtx09w=',
  chave: 'order.updated:36fa6ab1561e8bc04bfc8585c152a828162cfff9ab6655d95d3d72717cbd2032',
};
/** The same body under the key `a&"b`, which the shop may keep as `a&amp;&quot;b`. */
const COM_ENTIDADES = { assinatura: '/LdZ6zQQiZ7Eiwl0X0T29kcS177HPJ+TUDd/SCdoI6E=' };

function criar(opcoes: Opcoes = {}): Dialeto {
  const feito = criarWoocommerce(opcoes);
  if ('erros' in feito) throw new Error(JSON.stringify(feito.erros));
  return feito.dialeto;
}
const woo = criar();
const entrega = (corpo: string, assinatura = EXEMPLO.assinatura, topico = 'order.updated'): Entrega => ({
  cabecalhos: {
    'x-wc-webhook-signature': assinatura,
    'x-wc-webhook-topic': topico,
    'x-wc-webhook-id': '27',
    'x-wc-webhook-delivery-id': 'abc',
  },
  corpo: Buffer.from(corpo),
  consulta: new URLSearchParams(),
});
const assinar = (segredo: string, corpo: Buffer) => createHmac('sha256', segredo).update(corpo).digest('base64');

const valor = fc.oneof(
  fc.jsonValue(),
  fc.nat(),
  fc.double(),
  fc.string({ unit: 'binary' }),
  fc.constantFrom('1', '', '15.99', '-5.00', '2026-03-01T12:00:00', '2026-02-30T12:00:00', '0000-00-00T00:00:00'),
);
const algum = <T>(conhecidos: readonly T[]) => fc.oneof(fc.constantFrom(...conhecidos), valor);
const BASE = {
  id: 1,
  status: 'processing',
  currency: 'BRL',
  date_modified_gmt: '2026-03-01T12:00:00',
  total: '159.90',
};

suiteDoDialeto('WooCommerce', {
  dialeto: woo,
  exemplo: { segredo: EXEMPLO.segredo, entrega: entrega(EXEMPLO.corpo) },
  cabecalhoDaAssinatura: 'x-wc-webhook-signature',
  assinar: (segredo, corpo) => ({ 'x-wc-webhook-signature': assinar(segredo, corpo) }),
  ids: [{ campo: 'recurso_id', entregaCom: (id) => entrega(`{"id":${id},"status":"pending"}`) }],
  palavraDesconhecida: { tipo: 'order.updated', payload: { ...BASE, status: 'teleported' }, torna: 'status' },
  soNulos: {
    tipo: 'order.updated',
    payload: { ...BASE, date_modified_gmt: null, total: null, billing: null, refunds: null, date_paid_gmt: null },
  },
  quaseEventos: fc.record(
    {
      id: valor,
      status: algum(['processing', 'cancelled', 'refunded', 'lost', '__proto__']),
      currency: algum(['BRL', 'JPY', 'KWD']),
      date_modified_gmt: valor,
      date_paid_gmt: valor,
      date_completed_gmt: valor,
      total: valor,
      billing: fc.oneof(fc.record({ email: valor }), valor),
      refunds: fc.oneof(fc.array(fc.oneof(fc.record({ id: valor, total: valor }), valor)), valor),
    },
    { requiredKeys: [] },
  ),
});

describe('signature', () => {
  const conferir = (assinatura: string, ...segredos: string[]) =>
    woo.autenticar(entrega(EXEMPLO.corpo, assinatura), segredos.map(nomearSegredo), AGORA);

  it('has the secret for its key, or what WordPress reads where it keeps entities', () => {
    const aceito = { segredo_nome: expect.any(String) };
    expect(conferir(COM_ENTIDADES.assinatura, 'a&"b')).toEqual(aceito);
    expect(conferir(COM_ENTIDADES.assinatura, 'a&amp;&quot;b')).toEqual(aceito);
    expect(conferir(COM_ENTIDADES.assinatura, 'a&#038;&#X22;b')).toEqual(aceito);
    expect(conferir(COM_ENTIDADES.assinatura, 'a&amp;amp;&quot;b')).toHaveProperty('recusado');
    expect(conferir(assinar('x&nbsp;y', Buffer.from(EXEMPLO.corpo)), 'x&nbsp;y')).toEqual(aceito);
  });
  it('under an empty secret is none, though the shop would make it', () => {
    expect(conferir(assinar('', Buffer.from(EXEMPLO.corpo)), '')).toHaveProperty('recusado');
  });
});

describe('the ping of a webhook that is saved', () => {
  const ping = (corpo: string, cabecalhos = {}) =>
    woo.saudar?.({ cabecalhos, corpo: Buffer.from(corpo), consulta: new URLSearchParams() });

  it('is answered exactly 200', () => {
    expect(ping('webhook_id=27', { 'content-type': 'application/x-www-form-urlencoded' })).toEqual({
      status: 200,
      corpo: 'ok',
      tipo: 'text/plain',
    });
  });
  it.each(['', 'webhook_id=', 'webhook_id=27&x=1', 'webhook_id=abc', ' webhook_id=27', 'webhook_id=27\n', 'id=27'])(
    'is not %j',
    (corpo) => {
      expect(ping(corpo)).toBeNull();
    },
  );
  it('is not what claims to be signed', () => {
    expect(ping('webhook_id=27', { 'x-wc-webhook-signature': 'x' })).toBeNull();
  });
});

describe('an event', () => {
  it('is what the body says, under its topic: the same bytes are the same event', () => {
    expect(woo.identificar(entrega(EXEMPLO.corpo))).toMatchObject({ evento_id: EXEMPLO.chave, recurso_id: '1001' });
    const outra = {
      ...entrega(EXEMPLO.corpo),
      cabecalhos: { ...entrega('').cabecalhos, 'x-wc-webhook-delivery-id': 'def' },
    };
    expect(woo.identificar(outra)).toMatchObject({ evento_id: EXEMPLO.chave });
    expect(woo.identificar(entrega(EXEMPLO.corpo, 'x', 'order.created'))).not.toMatchObject({
      evento_id: EXEMPLO.chave,
    });
    expect(woo.identificar(entrega(`${EXEMPLO.corpo} `))).not.toMatchObject({ evento_id: EXEMPLO.chave });
  });
  it('that says nothing but the id is a trigger: a second deletion has the same bytes', () => {
    const apagado = entrega('{"id":727}', 'x', 'order.deleted');
    expect(woo.identificar(apagado)).toMatchObject({ repetivel: true, recurso_id: '727', resultado: null });
    expect(woo.interpretar({ id: 727 }, { tipo: 'order.deleted', recurso_id: '727' })).toEqual({ gatilho: true });
  });
  it.each(['product.updated', 'customer.created', 'action.woocommerce_add_to_cart', 'order'])(
    'of the topic %s is about no order',
    (topico) => {
      expect(woo.identificar(entrega(EXEMPLO.corpo, 'x', topico))).toMatchObject({
        recurso_id: null,
        resultado: 'tipo_ignorado',
      });
    },
  );
  it('without a topic, or with two, is quarantined', () => {
    const { 'x-wc-webhook-topic': _, ...sem } = entrega('').cabecalhos;
    for (const cabecalhos of [sem, { ...sem, 'x-wc-webhook-topic': ['order.updated', 'order.deleted'] }])
      expect(woo.identificar({ ...entrega(EXEMPLO.corpo), cabecalhos })).toHaveProperty('quarentena');
  });
});

describe('an order', () => {
  const ler = (mudanca: object, tipo = 'order.updated', dialeto = woo) =>
    dialeto.interpretar({ ...BASE, ...mudanca }, { tipo, recurso_id: '1' });

  it('is dated by its last change, which is UTC without saying so', () => {
    expect(woo.interpretar(JSON.parse(EXEMPLO.corpo), { tipo: 'order.updated', recurso_id: '1001' })).toEqual({
      status: 'pago',
      occurredAt: AGORA,
      sequence: null,
      dados: { total_centavos: 15990, cliente_email: 'ana@example.com' },
    });
  });
  it.each([
    '2026-03-01T12:00:00Z',
    '2026-03-01T12:00:00-03:00',
    '2026-02-30T12:00:00',
    '0000-00-00T00:00:00',
    '',
    1772366400,
  ])('cannot be of %j', (date_modified_gmt) => {
    expect(ler({ date_modified_gmt })).toEqual({ invalido: expect.stringContaining('date_modified_gmt') });
  });
  it.each([...PALAVRAS])('that is %s is %s, whatever the topic', (status, nosso) => {
    for (const topico of ['order.created', 'order.updated', 'order.restored'])
      expect(ler({ status }, topico)).toMatchObject({ status: nosso });
  });
  it('with a word of a plug-in is as far as its dates say', () => {
    const status = 'separando';
    expect(ler({ status, date_paid_gmt: null, date_completed_gmt: null })).toMatchObject({ status: 'criado' });
    expect(ler({ status, date_paid_gmt: '2026-03-01T12:00:00' })).toMatchObject({ status: 'pago' });
    expect(ler({ status, date_completed_gmt: '2026-03-01T12:00:00' })).toMatchObject({ status: 'enviado' });
    const outro = criar({ STATUS_MAP: 'separando:pago,devolvido:reembolsado' });
    expect(ler({ status }, 'order.updated', outro)).toMatchObject({ status: 'pago' });
    expect(ler({ status: 'completed' }, 'order.updated', outro)).toMatchObject({ status: 'enviado' });
  });
  it('that was paid back in part keeps its state, and each refund counts under its id', () => {
    const refunds = [
      { id: 730, reason: 'x', total: '-10.00' },
      { id: 731, total: '-0.50' },
    ];
    expect(ler({ refunds })).toMatchObject({
      status: 'pago',
      marcas: {
        reembolsos: [
          { id: '730', centavos: 1000 },
          { id: '731', centavos: 50 },
        ],
      },
    });
    expect(ler({ refunds: [] })).not.toHaveProperty('marcas');
    for (const ruim of [[{ total: '-1.00' }], [{ id: 1, total: 'x' }], [7]])
      expect(ler({ refunds: ruim })).toEqual({ invalido: expect.stringContaining('refunds') });
  });
  it.each([
    ['1500', 'JPY', 1500],
    ['1500.00', 'JPY', 1500],
    ['1.234', 'KWD', 1234],
    ['29.35', 'USD', 2935],
    ['29.350', 'USD', 2935],
  ])('of %s %s has a total of %d', (total, currency, centavos) => {
    expect(ler({ total, currency })).toMatchObject({ dados: { total_centavos: centavos } });
  });
  it('of an amount finer than a cent says where to set the decimals', () => {
    expect(ler({ total: '29.355' })).toEqual({
      invalido: expect.stringContaining('number of decimals under WooCommerce'),
    });
    expect(ler({ total: '-1.00' })).toHaveProperty('invalido');
  });
  it('may come back from cancellation and from the bin, but not from its refund, unless the API says so', () => {
    expect(woo.regras).toEqual({
      saidas: { cancelado: ['criado', 'pago', 'enviado', 'reembolsado'], reembolsado: [] },
      apiVence: true,
    });
  });
});

it('options: words for states, and no others', () => {
  const feito = criarWoocommerce({ STATUS_MAP: 'x', Y: '1' });
  expect('erros' in feito && feito.erros.map((e) => e.opcao)).toEqual(['STATUS_MAP', 'Y']);
});

it('has a README with the example of these tests, every word and the option', () => {
  const readme = readFileSync(new URL('./README.md', import.meta.url), 'utf8');
  for (const texto of Object.values(EXEMPLO)) expect(readme).toContain(`\`${texto}\``);
  for (const palavra of PALAVRAS.keys()) expect(readme).toContain(`\`${palavra}\``);
  expect(readme).toContain('`ORIGEM_<NOME>_STATUS_MAP`');
});
