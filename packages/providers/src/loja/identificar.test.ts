import { describe, expect, it } from 'vitest';
import { identificar } from './identificar.ts';
import { STATUS_DO_TIPO } from './status-do-tipo.ts';

const de = (corpo: unknown) => {
  const texto = typeof corpo === 'string' ? corpo : JSON.stringify(corpo);
  return identificar({ cabecalhos: {}, corpo: Buffer.from(texto), consulta: new URLSearchParams() });
};

describe('an event of an order', () => {
  it.each([...STATUS_DO_TIPO.keys()])('is one of the type %s', (type) => {
    expect(de({ id: 'e1', type, data: { id: 7 } })).toMatchObject({
      evento_id: 'e1',
      recurso_id: '7',
      tipo: type,
      resultado: null,
    });
  });
  it('keeps the JSON text as it came', () => {
    const texto = String.raw`{ "id": 9007199254740993, "type":"order.paid", "data":{"id":"p1","x":"\/\u00e9"}, "id": 2 }`;
    expect(de(texto)).toMatchObject({ payload: texto, evento_id: '2' });
  });
  it('is read as far as it identifies: a wrong field inside is judged when the event is applied', () => {
    const evento = {
      id: 'e1',
      type: 'order.paid',
      sequence: -1,
      occurred_at: 'ontem',
      data: { id: 'p1', total_cents: 'x' },
    };
    expect(de(evento)).toMatchObject({ resultado: null });
  });
});

describe('an event of another type', () => {
  it.each(['order.edited', 'order.'])('keeps the order it speaks of: %s', (type) => {
    expect(de({ id: 'e1', type, data: { id: 'p1' } })).toMatchObject({ recurso_id: 'p1', resultado: 'tipo_ignorado' });
  });
  it.each([
    ['order.edited', undefined],
    ['order.edited', null],
    ['order.edited', {}],
    ['order.edited', { id: null }],
    ['order.edited', []],
    ['order.edited', 'p1'],
    ['customer.created', { id: 'c1' }],
    ['Order.Paid', { id: 'p1' }],
    ['order.paid ', undefined],
    ['orders.paid', { id: 'p1' }],
    ['__proto__', { id: 'p1' }],
    ['constructor', undefined],
  ])('has no order: %s with data %j', (type, data) => {
    expect(de({ id: 'e1', type, data })).toMatchObject({ tipo: type, recurso_id: null, resultado: 'tipo_ignorado' });
  });
  it('goes to quarantine where its order has an id that cannot be stored', () => {
    expect(de({ id: 'e1', type: 'order.edited', data: { id: 'x'.repeat(513) } })).toEqual({
      quarentena: 'data.id is longer than 512 bytes',
    });
  });
});

describe('quarantine says why', () => {
  it.each([
    ['', 'the body is empty'],
    ['{"id":1,', 'the body is not JSON'],
    ['id=1&type=order.paid', 'the body is not JSON'],
    ['\u{FEFF}{}', 'the body begins with a byte order mark'],
    ['[1]', 'the body is JSON, but not an object'],
    ['{"type":"order.paid","data":{"id":1}}', 'id is missing'],
    ['{"id":null,"type":"order.paid","data":{"id":1}}', 'id is missing'],
    ['{"id":"","type":"order.paid","data":{"id":1}}', 'id is empty'],
    ['{"id":1.5,"type":"order.paid","data":{"id":1}}', 'id must be a string or a whole number'],
    [String.raw`{"id":"a\u0000","type":"order.paid","data":{"id":1}}`, 'id contains a NUL character'],
    [String.raw`{"id":"\ud83d","type":"order.paid","data":{"id":1}}`, 'id contains half of a surrogate pair'],
    ['{"id":1,"data":{"id":1}}', 'type must be a string'],
    ['{"id":1,"type":7,"data":{"id":1}}', 'type must be a string'],
    ['{"id":1,"type":"","data":{"id":1}}', 'type is empty'],
    [String.raw`{"id":1,"type":"order\u0000","data":{"id":1}}`, 'type contains a NUL character'],
    ['{"id":1,"type":"order.paid"}', 'data.id is missing'],
    ['{"id":1,"type":"order.paid","data":null}', 'data.id is missing'],
    ['{"id":1,"type":"order.paid","data":[{"id":1}]}', 'data.id is missing'],
    ['{"id":1,"type":"order.paid","data":{"id":{}}}', 'data.id must be a string or a whole number'],
    ['{"id":1,"type":"order.paid","__proto__":{"data":{"id":1}}}', 'data.id is missing'],
  ])('%j: %s', (corpo, quarentena) => {
    expect(de(corpo)).toEqual({ quarentena });
  });
  it('without repeating the body', () => {
    expect(JSON.stringify(de('{"customer_email":"ana@example.com"'))).not.toContain('ana');
  });
});
