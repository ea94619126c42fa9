import { describe, expect, it } from 'vitest';
import { identificar } from './identificar.ts';

const de = (corpo: unknown) => {
  const texto = typeof corpo === 'string' ? corpo : JSON.stringify(corpo);
  return identificar({ cabecalhos: {}, corpo: Buffer.from(texto), consulta: new URLSearchParams() });
};
const mudou = (payload: unknown) => de({ event: 'order.statusChanged', payload });

describe('the order', () => {
  it.each([
    [{ order_id: 1, order: { id: 2 }, id: 3 }, '1'],
    [{ order: { id: 2 }, id: 3 }, '2'],
    [{ order_id: null, order: { id: 2 }, id: 3 }, '2'],
    [{ order_id: null, order: { id: null }, id: 3 }, '3'],
    [{ order: '2', id: 3 }, '3'],
    [{ order: null, id: 3 }, '3'],
    [{ order: [], id: 3 }, '3'],
    [{ id: 3 }, '3'],
  ])('of %j is %s', (payload, recurso_id) => {
    expect(mudou(payload)).toMatchObject({ recurso_id, tipo: 'order.statusChanged', resultado: null });
  });
  it.each(['order.created', 'order.updated'])('is known to %s, too', (event) => {
    expect(de({ event, payload: { order_id: 'p1' } })).toMatchObject({ recurso_id: 'p1', resultado: null });
  });
  it.each([[{}], [null], [undefined], [[]], ['p1'], [{ order_id: null, order: {}, id: null }]])(
    'is missing in a change of state of %j, which goes to quarantine',
    (payload) => {
      expect(mudou(payload)).toEqual({ quarentena: 'the payload names no order' });
    },
  );
  it.each([
    [{ order_id: '', id: 3 }, 'payload.order_id is empty'],
    [{ order_id: {}, id: 3 }, 'payload.order_id must be a string or a whole number'],
    [{ order: { id: 1.5 }, id: 3 }, 'payload.order.id must be a string or a whole number'],
    [{ id: 'x'.repeat(513) }, 'payload.id is longer than 512 bytes'],
  ])('that is named badly is not guessed: %#', (payload, quarentena) => {
    for (const event of ['order.statusChanged', 'order.created', 'order.updated'])
      expect(de({ event, payload })).toEqual({ quarentena });
  });
});

describe('what has no order is stored and closed', () => {
  it.each([
    ['test', { order_id: 'p1' }],
    ['test', {}],
    ['test', null],
    ['test', undefined],
    ['test', 'hello'],
  ])('a test call: %s with %j', (event, payload) => {
    expect(de({ event, payload })).toMatchObject({ recurso_id: null, tipo: event, resultado: 'teste' });
  });
  it.each([
    ['catalogue.productUpdated', { id: 7, status: 'shipped' }],
    ['product.created', { id: 7 }],
    ['incentive.granted', { order_id: 'p1' }],
    ['order.created', {}],
    ['order.updated', null],
    ['order.noteAdded', undefined],
    ['order.noteAdded', { order_id: {} }],
    ['orders.statusChanged', { order_id: 'p1' }],
    ['Test', {}],
    ['__proto__', { id: 'p1' }],
  ])('%s with %j', (event, payload) => {
    expect(de({ event, payload })).toMatchObject({ recurso_id: null, tipo: event, resultado: 'tipo_ignorado' });
  });
  it('another event of an order keeps the order', () => {
    expect(de({ event: 'order.noteAdded', payload: { order_id: 'p1', status: 'shipped' } })).toMatchObject({
      recurso_id: 'p1',
      resultado: 'tipo_ignorado',
    });
  });
});

describe('an incentive', () => {
  const incentivo = (json: string) => de(`{"event":"incentive.granted",${json}}`);
  it.each([
    ['"event_id":"inc_1"', 'inc_1'],
    ['"payload":{"event_id":"inc_1"}', 'inc_1'],
    ['"event_id":"inc_1","payload":{"event_id":"inc_2"}', 'inc_1'],
    ['"event_id":null,"payload":{"event_id":"inc_2"}', 'inc_2'],
    ['"event_id":9007199254740993', '9007199254740993'],
    ['"event_id":"api:1"', 'webhook:api:1'],
  ])('has an id of its own, in the envelope or in the payload: %s', (json, evento_id) => {
    expect(incentivo(json)).toMatchObject({ evento_id, recurso_id: null, resultado: 'tipo_ignorado' });
  });
  it.each(['"payload":{"x":1}', '"event_id":{}', '"event_id":""', `"event_id":"${'x'.repeat(513)}"`])(
    'whose id cannot be used has the key that other events have: %#',
    (json) => {
      expect(incentivo(json)).toMatchObject({ evento_id: expect.stringMatching(/^incentive\.granted:[0-9a-f]{64}$/) });
    },
  );
  it('is the only event whose event_id counts', () => {
    expect(de({ event: 'order.created', event_id: 'e1', payload: { id: 1 } })).toMatchObject({
      evento_id: expect.stringMatching(/^order\.created:[0-9a-f]{64}$/),
    });
  });
});

describe('quarantine says why', () => {
  it.each([
    ['', 'the body is empty'],
    ['event=test', 'the body is not JSON'],
    ['{}', 'event must be a string'],
    ['{"event":7}', 'event must be a string'],
    ['{"event":""}', 'event is empty'],
    [String.raw`{"event":"te\u0000st"}`, 'event contains a NUL character'],
    [`{"event":"${'x'.repeat(448)}"}`, 'the key of the event is longer than 512 bytes'],
  ])('%j', (corpo, quarentena) => {
    expect(de(corpo)).toEqual({ quarentena });
  });
});

it('keeps the JSON text as it came', () => {
  const texto = String.raw`{ "event":"test", "payload": {"x":"\/\u00e9"} , "retry" : true }`;
  expect(de(texto)).toMatchObject({ payload: texto });
});
