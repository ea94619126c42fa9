import { readFileSync } from 'node:fs';
import { fc } from '@fast-check/vitest';
import { describe, expect, it } from 'vitest';
import { hmacHex, nomearSegredo } from '../assinatura.ts';
import { suiteDoDialeto } from '../dialeto.suite.ts';
import type { Dialeto, Entrega, Opcoes } from '../dialeto.ts';
import { criarMercadoPago } from './index.ts';

const AGORA = Date.UTC(2026, 2, 1, 12);

/**
 * The example of the README; its body has an instant that is none. Computed with OpenSSL, not with this code:
 * printf '%s' 'id:9001;request-id:7f0c2c1e-1001;ts:1772366400000;' | openssl dgst -sha256 -hmac segredo-de-exemplo
 */
const EXEMPLO = {
  segredo: 'segredo-de-exemplo',
  corpo:
    '{"id":1001002,"live_mode":true,"type":"payment","date_created":"2022-07-23T23:03:5704:00","action":"payment.updated","data":{"id":"9001"}}',
  endereco: '?data.id=9001&type=payment',
  pedido: '7f0c2c1e-1001',
  assinatura: 'ts=1772366400000,v1=29e3b32be2abba65f709a93d0b774128d19b40b56d05118a63276be78dc93ddb',
};
/** The same manifest for the id ORD01ABC, in lower case and as it stands, and one of a ts alone, all with OpenSSL. */
const OUTRAS = {
  minuscula: 'ts=1772366400000,v1=e63099f769f74a2537ef5cab25f5869a9cd95b445b3e94a2acdd8193bcafb5f3',
  literal: 'ts=1772366400000,v1=a57f02f93c774332d7ade870415718245aa49deb1f9da69efd7c8d67bf389001',
  soTs: 'ts=1772366400,v1=54c97d630a493205ddc18e28efe31de8c2dfe22f3810242ead12401223a2029a',
};

function criar(opcoes: Opcoes = {}): Dialeto {
  const feito = criarMercadoPago(opcoes);
  if ('erros' in feito) throw new Error(JSON.stringify(feito.erros));
  return feito.dialeto;
}
const mercadoPago = criar();
const entrega = (
  corpo: string,
  consulta = EXEMPLO.endereco,
  assinatura: string | null = EXEMPLO.assinatura,
): Entrega => ({
  cabecalhos: { 'x-request-id': EXEMPLO.pedido, ...(assinatura === null ? {} : { 'x-signature': assinatura }) },
  corpo: Buffer.from(corpo),
  consulta: new URLSearchParams(consulta),
});
const valor = fc.oneof(
  fc.jsonValue(),
  fc.nat(),
  fc.string({ unit: 'binary' }),
  fc.constantFrom('payment', 'order', '1', '../x'),
);

suiteDoDialeto('Mercado Pago', {
  dialeto: mercadoPago,
  exemplo: { segredo: EXEMPLO.segredo, entrega: entrega(EXEMPLO.corpo) },
  cabecalhoDaAssinatura: 'x-signature',
  assinar: (segredo) => {
    const manifesto = `id:9001;request-id:${EXEMPLO.pedido};ts:1772366400;`;
    const v1 = hmacHex(segredo, Buffer.from(manifesto));
    return { 'x-request-id': EXEMPLO.pedido, 'x-signature': `ts=1772366400,v1=${v1}` };
  },
  ids: [{ campo: 'evento_id', entregaCom: (id) => entrega(`{"id":${id},"type":"payment","data":{"id":"1"}}`) }],
  quaseEventos: fc.record(
    {
      id: valor,
      type: valor,
      topic: valor,
      resource: valor,
      data: fc.oneof(fc.record({ id: valor, payment_id: valor }, { requiredKeys: [] }), valor),
    },
    { requiredKeys: [] },
  ),
});

describe('signature', () => {
  const segredos = ['antigo', EXEMPLO.segredo].map(nomearSegredo);
  const conferir = (vinda: Entrega, dialeto = mercadoPago, agora = AGORA) => dialeto.autenticar(vinda, segredos, agora);
  const aceito = { segredo_nome: segredos[1]?.nome };
  const recusado = { recusado: expect.any(String) };

  it('covers the id in the address, the request id and ts, and not the body', () => {
    expect(conferir(entrega('anything'))).toEqual(aceito);
    expect(conferir(entrega(EXEMPLO.corpo, '?data.id=9002'))).toEqual(recusado);
    const outro = { ...entrega(EXEMPLO.corpo), cabecalhos: { ...entrega('').cabecalhos, 'x-request-id': 'x' } };
    expect(conferir(outro)).toEqual(recusado);
  });
  it('takes the id as it stands or in lower case: documentation and libraries differ', () => {
    for (const assinatura of [OUTRAS.minuscula, OUTRAS.literal])
      expect(conferir(entrega('', '?data.id=ORD01ABC&type=order', assinatura))).toEqual(aceito);
    expect(conferir(entrega('', '?data.id=ord01abc&type=order', OUTRAS.literal))).toEqual(recusado);
  });
  it('leaves out what is missing', () => {
    const vinda = { ...entrega('{}', ''), cabecalhos: { 'x-signature': OUTRAS.soTs } };
    expect(conferir(vinda)).toEqual(aceito);
    expect(conferir({ ...vinda, consulta: new URLSearchParams('data.id=9001') })).toEqual(recusado);
  });
  it.each(['ts=,v1=x', 'ts=1e3,v1=x', 'v1=x', 'ts=1', 'ts=1,ts=2,v1=x', `ts=1772366400000,v1=${'é'.repeat(32)}`])(
    '%j is refused, not thrown at',
    (assinatura) => {
      expect(conferir(entrega('', EXEMPLO.endereco, assinatura))).toEqual(recusado);
    },
  );
  it('has no age unless TOLERANCIA_S says so, and then in seconds or milliseconds', () => {
    const estrito = criar({ TOLERANCIA_S: '300' });
    expect(conferir(entrega(''), mercadoPago, AGORA + 1e12)).toEqual(aceito);
    for (const ms of [-300_000, 300_000]) expect(conferir(entrega(''), estrito, AGORA + ms)).toEqual(aceito);
    for (const ms of [-300_001, 300_001]) expect(conferir(entrega(''), estrito, AGORA + ms)).toEqual(recusado);
    const emSegundos = { ...entrega('{}', ''), cabecalhos: { 'x-signature': OUTRAS.soTs } };
    expect(conferir(emSegundos, estrito)).toEqual(aceito);
    expect(criarMercadoPago({ TOLERANCIA_S: '0', X: '1' })).toMatchObject({ erros: { length: 2 } });
  });
  it('is none on old notifications: these show a secret in their address', () => {
    const antiga = (segredo: string) => entrega('', `?topic=payment&id=9001&segredo=${segredo}`, null);
    expect(conferir(antiga(EXEMPLO.segredo))).toEqual(aceito);
    for (const errado of ['', 'x', `${EXEMPLO.segredo}x`]) expect(conferir(antiga(errado))).toEqual(recusado);
    const falsa = entrega('', `${EXEMPLO.endereco}&segredo=${EXEMPLO.segredo}`, 'ts=1,v1=x');
    expect(conferir(falsa)).toEqual(recusado);
  });
});

describe('a notification', () => {
  const ler = (corpo: string, consulta = '') => mercadoPago.identificar(entrega(corpo, consulta));

  it('is known by its id, and says what to ask the API for; an instant that is none does no harm', () => {
    expect(ler(EXEMPLO.corpo, EXEMPLO.endereco)).toEqual({
      evento_id: '1001002',
      tipo: 'payment',
      payload: EXEMPLO.corpo,
      recurso_id: 'payment:9001',
      resultado: null,
    });
    expect(mercadoPago.interpretar(JSON.parse(EXEMPLO.corpo), { tipo: 'payment', recurso_id: 'payment:9001' })).toEqual(
      {
        gatilho: true,
      },
    );
  });
  it('is about what its address says, which is signed, and only without one about what its body says', () => {
    expect(ler(EXEMPLO.corpo, '?data.id=9002&type=payment')).toMatchObject({ recurso_id: 'payment:9002' });
    expect(ler(EXEMPLO.corpo)).toMatchObject({ recurso_id: 'payment:9001' });
  });
  it.each([
    ['payment', 'payment:7'],
    ['order', 'order:7'],
    ['topic_merchant_order_wh', 'merchant_order:7'],
    ['topic_chargebacks_wh', 'chargeback:7'],
  ])('of %s is about %s', (type, recurso_id) => {
    expect(ler(`{"id":"1","type":"${type}","data":{"id":7}}`)).toMatchObject({ recurso_id, tipo: type });
  });
  it('that warns of fraud is about the payment that its body names', () => {
    const aviso = '{"id":1,"type":"stop_delivery_op_wh","data":{"description":"x","merchant_order":1,"payment_id":7}}';
    expect(ler(aviso)).toMatchObject({ recurso_id: 'payment:7' });
  });
  it.each(['plan', 'topic_claims_integration_wh'])('of %s is ignored', (type) => {
    expect(ler(`{"id":1,"type":"${type}"}`)).toMatchObject({ recurso_id: null, resultado: 'tipo_ignorado' });
    expect(mercadoPago.interpretar({}, { tipo: type, recurso_id: 'x' })).toEqual({ ignorado: true });
  });
  it('of the topic test is a test, and touches no order', () => {
    expect(ler('{"id":1,"type":"test","data":{"id":"123456"}}')).toMatchObject({
      recurso_id: null,
      resultado: 'teste',
    });
  });
  it('of the old kind is a trigger, with a body or without', () => {
    const esperado = { repetivel: true, resultado: null, recurso_id: 'payment:7', tipo: 'payment' };
    expect(ler('', '?topic=payment&id=7')).toMatchObject(esperado);
    expect(ler('{"resource":"7","topic":"payment"}')).toMatchObject(esperado);
    const completo = '{"resource":"https://api.mercadolibre.com/merchant_orders/7","topic":"merchant_order"}';
    expect(ler(completo)).toMatchObject({ ...esperado, recurso_id: 'merchant_order:7', tipo: 'merchant_order' });
    const [a, b] = ['7', '8'].map((id) => ler('', `?topic=payment&id=${id}`));
    expect(a && 'evento_id' in a && a.evento_id).not.toBe(b && 'evento_id' in b && b.evento_id);
  });
  it.each(['../orders', 'a/b', 'a?b', ''])('about %j is quarantined: that is no id', (id) => {
    expect(ler(`{"id":1,"type":"payment","data":{"id":${JSON.stringify(id)}}}`)).toHaveProperty('quarentena');
  });
});

it('has a README with the example of these tests and the option', () => {
  const readme = readFileSync(new URL('./README.md', import.meta.url), 'utf8');
  for (const texto of Object.values(EXEMPLO)) expect(readme).toContain(`\`${texto}\``);
  expect(readme).toContain('`ORIGEM_<NOME>_TOLERANCIA_S`');
});
