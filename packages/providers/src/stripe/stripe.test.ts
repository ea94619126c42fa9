import { readFileSync } from 'node:fs';
import { fc, test } from '@fast-check/vitest';
import { describe, expect, it } from 'vitest';
import { hmacHex, nomearSegredo } from '../assinatura.ts';
import { suiteDoDialeto } from '../dialeto.suite.ts';
import type { Dialeto, Entrega, Opcoes } from '../dialeto.ts';
import { criarStripe } from './index.ts';
import { TIPOS } from './tipos.ts';

const AGORA = Date.UTC(2026, 2, 1, 12);
const T = '1772366400';

/**
 * The example of the README. Computed with OpenSSL, not with this code:
 * printf '%s' "1772366400.$CORPO" | openssl dgst -sha256 -hmac whsec_segredo_de_exemplo
 */
const EXEMPLO = {
  segredo: 'whsec_segredo_de_exemplo',
  corpo:
    '{"id":"evt_1001_2","object":"event","type":"payment_intent.succeeded","created":1772366400,"livemode":true,"data":{"object":{"id":"pi_1001","object":"payment_intent","status":"succeeded","amount":15990,"currency":"brl","receipt_email":"ana@example.com","metadata":{}}}}',
  v1: '011b9a5626932d57de309e6504bb858649b498032e53b2bb778ff4ecc1d890a0',
};

function criar(opcoes: Opcoes = {}): Dialeto {
  const feito = criarStripe(opcoes);
  if ('erros' in feito) throw new Error(JSON.stringify(feito.erros));
  return feito.dialeto;
}
const stripe = criar();
const entrega = (corpo: string, assinatura = `t=${T},v1=${EXEMPLO.v1}`): Entrega => ({
  cabecalhos: { 'stripe-signature': assinatura },
  corpo: Buffer.from(corpo),
  consulta: new URLSearchParams(),
});
const valor = fc.oneof(
  fc.jsonValue(),
  fc.nat(),
  fc.double(),
  fc.string({ unit: 'binary' }),
  fc.constantFrom('pi_1', '', 1772366400, 'api:1', { id: 'pi_1' }),
);
const algum = <T>(conhecidos: readonly T[]) => fc.oneof(fc.constantFrom(...conhecidos), valor);
const objeto = fc.record(
  {
    id: valor,
    object: algum(['payment_intent', 'charge', 'checkout.session', 'refund', 'dispute', 'payout', '__proto__']),
    status: algum(['succeeded', 'canceled', 'requires_action', 'failed', 'won', 'complete']),
    payment_status: algum(['paid', 'unpaid']),
    payment_intent: valor,
    amount: valor,
    amount_total: valor,
    amount_captured: valor,
    amount_refunded: valor,
    captured: algum([true, false]),
    receipt_email: valor,
    billing_details: fc.oneof(fc.record({ email: valor }), valor),
    refunds: fc.oneof(fc.record({ data: fc.array(fc.oneof(fc.record({ id: valor, amount: valor }), valor)) }), valor),
    latest_charge: valor,
  },
  { requiredKeys: [] },
);
const noObjeto = (resto: string) => `{"id":"e1","type":"payment_intent.succeeded","data":{"object":{${resto}}}}`;

suiteDoDialeto('Stripe', {
  dialeto: stripe,
  exemplo: { segredo: EXEMPLO.segredo, entrega: entrega(EXEMPLO.corpo) },
  cabecalhoDaAssinatura: 'stripe-signature',
  assinar: (segredo, corpo) => ({
    'stripe-signature': `t=${T},v1=${hmacHex(segredo, Buffer.concat([Buffer.from(`${T}.`), corpo]))}`,
  }),
  ids: [
    {
      campo: 'evento_id',
      entregaCom: (id) => entrega(`{"id":${id},"type":"x","data":{"object":{"object":"payment_intent","id":"pi"}}}`),
    },
    { campo: 'recurso_id', entregaCom: (id) => entrega(noObjeto(`"object":"payment_intent","id":${id}`)) },
  ],
  palavraDesconhecida: {
    tipo: 'payment_intent.succeeded',
    payload: { created: 1772366400, data: { object: { object: 'payment_intent', id: 'pi_1', status: 'teleported' } } },
    torna: 'invalido',
  },
  soNulos: {
    tipo: 'payment_intent.succeeded',
    payload: {
      created: null,
      data: {
        object: {
          object: 'payment_intent',
          status: 'succeeded',
          amount: null,
          receipt_email: null,
          latest_charge: null,
        },
      },
    },
  },
  quaseEventos: fc.record(
    { id: valor, type: valor, created: valor, livemode: valor, data: fc.oneof(fc.record({ object: objeto }), valor) },
    { requiredKeys: [] },
  ),
});

describe('signature', () => {
  const segredos = ['whsec_antigo', EXEMPLO.segredo].map(nomearSegredo);
  const conferir = (assinatura: string, agora = AGORA) =>
    stripe.autenticar(entrega(EXEMPLO.corpo, assinatura), segredos, agora);
  const aceito = { segredo_nome: segredos[1]?.nome };

  it('is any v1 of several, beside versions that are not looked at', () => {
    expect(conferir(`t=${T},v1=${'0'.repeat(64)},v1=${EXEMPLO.v1},v0=abc,x=y,z`)).toEqual(aceito);
    expect(conferir(`t=${T}, v1=${EXEMPLO.v1}`)).toEqual(aceito);
    expect(conferir(`t=${T},v0=${EXEMPLO.v1}`)).toHaveProperty('recusado');
  });
  it('has the whole secret for its key, prefix included', () => {
    const corpo = Buffer.from(EXEMPLO.corpo);
    const semPrefixo = hmacHex('segredo_de_exemplo', Buffer.concat([Buffer.from(`${T}.`), corpo]));
    expect(conferir(`t=${T},v1=${semPrefixo}`)).toHaveProperty('recusado');
  });
  it('grows old after 300 s; one of tomorrow does not', () => {
    expect(conferir(`t=${T},v1=${EXEMPLO.v1}`, AGORA + 300_000)).toEqual(aceito);
    expect(conferir(`t=${T},v1=${EXEMPLO.v1}`, AGORA + 301_000)).toEqual({
      recusado: expect.stringContaining('300 s'),
    });
    expect(conferir(`t=${T},v1=${EXEMPLO.v1}`, AGORA - 86_400_000)).toEqual(aceito);
  });
  it.each([`v1=${EXEMPLO.v1}`, `t=,v1=${EXEMPLO.v1}`, `t=1e9,v1=${EXEMPLO.v1}`, `t=${T},t=${T},v1=${EXEMPLO.v1}`])(
    '%s has no one t',
    (assinatura) => {
      expect(conferir(assinatura)).toEqual({ recusado: expect.stringContaining('one t') });
    },
  );
});

describe('an event', () => {
  const ler = (object: object, created: unknown = 1772366400) =>
    stripe.interpretar({ created, data: { object } }, { tipo: 'any', recurso_id: 'pi_1' });
  const paga = { object: 'charge', status: 'succeeded', captured: true, amount: 2500, amount_captured: 2500 };

  it('is dated by its second and read by its fields', () => {
    expect(stripe.interpretar(JSON.parse(EXEMPLO.corpo), { tipo: 'any', recurso_id: 'pi_1001' })).toEqual({
      status: 'pago',
      occurredAt: AGORA,
      sequence: null,
      dados: { total_centavos: 15990, cliente_email: 'ana@example.com' },
    });
  });
  it.each([
    ['requires_payment_method', 'criado'],
    ['requires_action', 'criado'],
    ['requires_capture', 'criado'],
    ['processing', 'criado'],
    ['succeeded', 'pago'],
    ['canceled', 'cancelado'],
  ])('of an intent that is %s says %s, whatever its type says', (status, nosso) => {
    expect(ler({ object: 'payment_intent', id: 'pi_1', status })).toMatchObject({ status: nosso });
  });
  it.each([
    ['paid', { ...paga, amount_refunded: 0 }, 'pago'],
    ['refunded in part: paid still', { ...paga, amount_refunded: 2499, refunded: false }, 'pago'],
    ['refunded as a whole', { ...paga, amount_refunded: 2500 }, 'reembolsado'],
    [
      'refunded as a whole of what was captured',
      { ...paga, amount_captured: 1000, amount_refunded: 1000 },
      'reembolsado',
    ],
    ['authorized only', { ...paga, captured: false, amount_captured: 0, amount_refunded: 0 }, 'criado'],
    [
      'released without having been captured',
      { ...paga, captured: false, amount_captured: 0, amount_refunded: 2500 },
      'cancelado',
    ],
  ])('of a charge that is %s', (_, charge, status) => {
    expect(ler(charge)).toMatchObject({ status });
  });
  it('of an attempt to pay that failed says nothing: the intent waits for another', () => {
    expect(ler({ ...paga, status: 'failed' })).toEqual({ ignorado: true });
    expect(ler({ object: 'checkout.session', status: 'expired', payment_status: 'unpaid' })).toEqual({
      ignorado: true,
    });
  });
  it('of a session says whether it is paid: slips complete it first', () => {
    const sessao = {
      object: 'checkout.session',
      status: 'complete',
      amount_total: 999,
      customer_details: { email: 'a@b.c' },
    };
    expect(ler({ ...sessao, payment_status: 'unpaid' })).toMatchObject({ status: 'criado' });
    expect(ler({ ...sessao, payment_status: 'paid' })).toMatchObject({
      status: 'pago',
      dados: { total_centavos: 999, cliente_email: 'a@b.c' },
    });
    expect(ler({ ...sessao, payment_status: 'owed' })).toEqual({ invalido: 'payment_status "owed" is no known state' });
  });
  it.each([
    ['succeeded', 1000],
    [null, 1000],
    ['pending', 0],
    ['failed', 0],
    ['canceled', 0],
  ])('of a refund that is %j counts %d under its id, and says no state', (status, centavos) => {
    expect(ler({ object: 'refund', id: 're_1', amount: 1000, status })).toEqual({
      anotacao: { reembolsos: [{ id: 're_1', centavos }] },
      occurredAt: AGORA,
      sequence: null,
    });
  });
  it('of a charge counts the refunds that it lists under the same ids', () => {
    const refunds = { data: [{ id: 're_1', amount: 1000, status: 'succeeded' }] };
    expect(ler({ ...paga, amount_refunded: 1000, refunds })).toMatchObject({
      status: 'pago',
      marcas: { reembolsos: [{ id: 're_1', centavos: 1000 }] },
    });
  });
  it.each([
    ['needs_response', true],
    ['warning_needs_response', true],
    ['under_review', true],
    ['won', false],
    ['lost', false],
    ['warning_closed', false],
  ])('of a dispute that is %s marks it, open %s, and changes no state', (status, aberta) => {
    expect(ler({ object: 'dispute', id: 'dp_1', status })).toMatchObject({
      anotacao: { disputas: [{ id: 'dp_1', aberta }] },
    });
  });
  it('says what is wrong with it', () => {
    expect(ler({ object: 'refund', amount: 1 })).toEqual({ invalido: 'a refund must have an id and an amount' });
    expect(ler({ object: 'dispute' })).toEqual({ invalido: 'a dispute must have an id' });
    expect(ler({ object: 'payment_intent', status: 7 })).toEqual({ invalido: 'status must be a string' });
    expect(ler({ object: 'payment_intent', status: 'succeeded' }, 'soon')).toEqual({
      invalido: expect.stringContaining('created'),
    });
    expect(ler({ ...paga, amount: 1.5 })).toEqual({ invalido: expect.stringContaining('the amount') });
  });
});

describe('the order of an event', () => {
  const identificar = (object: object, resto: object = {}, dialeto = stripe) =>
    dialeto.identificar(entrega(JSON.stringify({ id: 'evt_1', type: 'x.y', ...resto, data: { object } })));

  it('is the payment intent that its object names', () => {
    for (const object of ['charge', 'checkout.session', 'refund', 'dispute'])
      for (const payment_intent of ['pi_1', { id: 'pi_1' }])
        expect(identificar({ object, id: 'x', payment_intent })).toMatchObject({ recurso_id: 'pi_1', resultado: null });
  });
  it.each([
    ['a session without an intent', { object: 'checkout.session', payment_intent: null }],
    ['something else', { object: 'payout', id: 'po_1' }],
    ['nothing', {}],
  ])('is none where the object is %s', (_, object) => {
    expect(identificar(object)).toMatchObject({ recurso_id: null, resultado: 'tipo_ignorado' });
  });
  it('is none for a thin event, which carries no object', () => {
    const magro =
      '{"id":"evt_1","object":"v2.core.event","type":"v1.x","related_object":{"id":"pi_1","type":"payment_intent"}}';
    expect(stripe.identificar(entrega(magro))).toMatchObject({ resultado: 'tipo_ignorado' });
  });
  it('SO_PRODUCAO=sim makes events of the test mode tests', () => {
    const so = criar({ SO_PRODUCAO: 'sim' });
    const object = { object: 'payment_intent', id: 'pi_1' };
    expect(identificar(object, { livemode: false }, so)).toMatchObject({ resultado: 'teste', recurso_id: null });
    expect(identificar(object, { livemode: true }, so)).toMatchObject({ resultado: null });
    expect(identificar(object, { livemode: false })).toMatchObject({ resultado: null });
    expect(criarStripe({ SO_PRODUCAO: 'talvez', X: '1' })).toMatchObject({ erros: { length: 2 } });
  });
});

test.prop([fc.array(objeto, { maxLength: 3 })])(
  'amounts and ids of marks are sound, whatever the lists hold',
  (data) => {
    const lido = stripe.interpretar(
      { data: { object: { object: 'charge', status: 'succeeded', refunds: { data } } } },
      { tipo: 'x', recurso_id: 'p' },
    );
    const reembolsos = 'marcas' in lido ? (lido.marcas?.reembolsos ?? []) : [];
    for (const r of reembolsos) expect(r.centavos).toSatisfy((c: number) => Number.isSafeInteger(c) && c >= 0);
  },
);

it('has a README with the example of these tests, every type and the option', () => {
  const readme = readFileSync(new URL('./README.md', import.meta.url), 'utf8');
  for (const texto of [...Object.values(EXEMPLO), ...TIPOS]) expect(readme).toContain(`\`${texto}\``);
  expect(readme).toContain('`ORIGEM_<NOME>_SO_PRODUCAO`');
  expect(TIPOS.length).toBeLessThanOrEqual(20);
});
