import { createHmac } from 'node:crypto';
import { fc } from '@fast-check/vitest';
import { describe, expect, it } from 'vitest';
import { suiteDoDialeto } from '../dialeto.suite.ts';
import type { Entrega } from '../dialeto.ts';
import { criarNuvemshop } from './index.ts';

const feito = criarNuvemshop({});
if ('erros' in feito) throw new Error(JSON.stringify(feito.erros));
const { dialeto } = feito;

const CABECALHO = 'x-linkedstore-hmac-sha256';
const entrega = (corpo: string, cabecalhos: Entrega['cabecalhos'] = {}): Entrega => ({
  corpo: Buffer.from(corpo),
  cabecalhos,
  consulta: new URLSearchParams(),
});

/** Signed by openssl. */
const EXEMPLO = {
  segredo: 'segredo-de-exemplo',
  corpo: '{"store_id":4321,"event":"order\\/paid","id":450789469001}',
  assinatura: '22f6b5cf616cfebef2c2f076eba6ef4ae5e6068e3872609d89e7290cdd7b5ed7',
};

suiteDoDialeto('nuvemshop', {
  dialeto,
  exemplo: { segredo: EXEMPLO.segredo, entrega: entrega(EXEMPLO.corpo, { [CABECALHO]: EXEMPLO.assinatura }) },
  cabecalhoDaAssinatura: CABECALHO,
  assinar: (segredo, corpo) => ({ [CABECALHO]: createHmac('sha256', segredo).update(corpo).digest('hex') }),
  ids: [
    { campo: 'recurso_id', entregaCom: (json) => entrega(`{"store_id":1,"event":"order/created","id":${json}}`) },
    {
      campo: 'recurso_id',
      entregaCom: (json) => entrega(`{"event":"fulfillment_order/status_updated","order_id":${json}}`),
    },
  ],
  quaseEventos: fc.record(
    {
      store_id: fc.jsonValue(),
      event: fc.oneof(fc.constantFrom('order/paid', 'order', 'order/', 'app/uninstalled', '/'), fc.jsonValue()),
      id: fc.jsonValue(),
      order_id: fc.jsonValue(),
      customer: fc.jsonValue(),
    },
    { requiredKeys: [] },
  ),
});

describe('what a delivery is', () => {
  const identificar = (corpo: object) => dialeto.identificar(entrega(JSON.stringify(corpo)));

  it.each([
    [{ store_id: 1, event: 'order/created', id: 7 }, '7'],
    [{ store_id: 1, event: 'order/something_new', id: 7 }, '7'],
    [{ store_id: 1, event: 'fulfillment_order/status_updated', order_id: 7, fulfillment_id: 'f', status: 'X' }, '7'],
  ])('%j is a trigger for the order', (corpo, recurso_id) => {
    const identidade = identificar(corpo);
    expect(identidade).toMatchObject({ recurso_id, resultado: null, repetivel: true });
    expect(dialeto.interpretar(corpo, { tipo: corpo.event, recurso_id })).toEqual({ gatilho: true });
  });
  it('has the same key for the same bytes, and another one for others', () => {
    const chaves = [
      { store_id: 1, event: 'order/paid', id: 7 },
      { store_id: 1, event: 'order/paid', id: 7 },
      { store_id: 1, event: 'order/paid', id: 8 },
      { store_id: 1, event: 'order/updated', id: 7 },
    ].map((c) => {
      const identidade = identificar(c);
      return 'quarentena' in identidade ? '' : identidade.evento_id;
    });
    expect(chaves[0]).toMatch(/^gatilho:[0-9a-f]{64}$/);
    expect(chaves[1]).toBe(chaves[0]);
    expect(new Set(chaves).size).toBe(3);
  });
  it('is none of ours where the event is another one', () => {
    expect(identificar({ store_id: 1, event: 'product/updated', id: 7 })).toMatchObject({
      resultado: 'tipo_ignorado',
      recurso_id: null,
    });
    expect(dialeto.interpretar({}, { tipo: 'product/updated', recurso_id: '7' })).toEqual({ ignorado: true });
  });
  it.each([
    ['store/redact', { store_id: 1 }],
    ['customers/redact', { store_id: 1, customer: { id: 2 }, orders_to_redact: [3] }],
    ['customers/data_request', { store_id: 1, customer: { id: 2 }, orders_requested: [3] }],
  ])('is recorded where it is a request of the law: %s', (tipo, corpo) => {
    expect(identificar(corpo)).toMatchObject({ tipo, resultado: 'privacidade', recurso_id: null });
  });
  it('waits in quarantine where it names no event', () => {
    expect(identificar({ store_id: 1, id: 7 })).toEqual({ quarentena: 'event is missing' });
    expect(identificar({ event: 7, id: 7 })).toEqual({ quarentena: 'event must be a string' });
  });
});

it('refuses settings that it does not know', () => {
  expect(criarNuvemshop({ USER_AGENT: 'ação', STATUS_MAP: 'x', OUTRA: '' })).toMatchObject({
    erros: [{ opcao: 'STATUS_MAP' }, { opcao: 'USER_AGENT' }, { opcao: 'OUTRA' }],
  });
});
