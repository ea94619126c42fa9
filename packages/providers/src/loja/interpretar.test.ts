import { describe, expect, it } from 'vitest';
import { readJson } from '../json/read-json.ts';
import { interpretar } from './interpretar.ts';
import { STATUS_DO_TIPO } from './status-do-tipo.ts';

const OCCURRED_AT = '2026-03-01T12:00:00Z';
const pago = (evento: object) => interpretar({ data: {}, ...evento }, { tipo: 'order.paid' });
const comDados = (data: unknown) => pago({ occurred_at: OCCURRED_AT, data });

describe('the state', () => {
  it('is what the type says', () => {
    expect([...STATUS_DO_TIPO]).toEqual([
      ['order.created', 'criado'],
      ['order.paid', 'pago'],
      ['order.shipped', 'enviado'],
      ['order.canceled', 'cancelado'],
      ['order.refunded', 'reembolsado'],
    ]);
    for (const [tipo, status] of STATUS_DO_TIPO) expect(interpretar({ data: {} }, { tipo })).toMatchObject({ status });
  });
  it.each(['order.cancelled', 'Order.paid', 'constructor', '__proto__', ''])('is not known for the type %j', (tipo) => {
    expect(interpretar({ data: {} }, { tipo })).toEqual({ ignorado: true });
  });
});

it('reads a whole event', () => {
  const evento = {
    id: 'e1',
    type: 'order.paid',
    sequence: 2,
    occurred_at: '2026-03-01T09:00:00.5-03:00',
    data: { id: 'p1', total_cents: 15990, customer_email: 'ana@example.com', items: [] },
  };
  expect(pago(evento)).toEqual({
    status: 'pago',
    sequence: 2,
    occurredAt: Date.UTC(2026, 2, 1, 12, 0, 0, 500),
    dados: { total_centavos: 15990, cliente_email: 'ana@example.com' },
  });
});

it('leaves it to the domain which of sequence and instant is needed', () => {
  const dados = { total_centavos: null, cliente_email: null };
  expect(pago({ sequence: 1 })).toEqual({ status: 'pago', sequence: 1, occurredAt: null, dados });
  expect(pago({ sequence: null, occurred_at: null })).toEqual({
    status: 'pago',
    sequence: null,
    occurredAt: null,
    dados,
  });
  expect(pago({ occurred_at: OCCURRED_AT })).toMatchObject({ sequence: null, occurredAt: Date.UTC(2026, 2, 1, 12) });
});

describe('sequence', () => {
  it.each([
    [0, 0],
    [Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER],
    ['0', 0],
    ['12', 12],
    ['007', 7],
    ['9007199254740991', Number.MAX_SAFE_INTEGER],
  ])('%j is %d', (sequence, lida) => {
    expect(pago({ sequence })).toMatchObject({ sequence: lida });
  });
  it.each([
    -1,
    1.5,
    2 ** 53,
    Number.POSITIVE_INFINITY,
    '',
    '-1',
    '1.5',
    '1e3',
    ' 1',
    '1\n',
    '9007199254740992',
    '१',
    true,
    [],
    {},
  ])('%j is invalido', (sequence) => {
    const invalido = 'sequence must be a whole number from 0 to 2^53 - 1';
    expect(pago({ sequence, occurred_at: OCCURRED_AT })).toEqual({ invalido });
  });
  it('beyond 2^53 is invalido also where it came as a number', () => {
    expect(interpretar(readJson('{"sequence":9007199254740993,"data":{}}'), { tipo: 'order.paid' })).toHaveProperty(
      'invalido',
    );
  });
});

describe('occurred_at', () => {
  it.each([
    '2026-02-30T00:00:00Z',
    '2026-03-01T24:00:00Z',
    '2026-03-01T12:00:00',
    '2026-03-01',
    '',
    'ontem',
    0,
    1772366400,
    true,
    {},
  ])('%j is invalido, even beside a good sequence', (occurred_at) => {
    const invalido = 'occurred_at must be an instant that exists, as RFC 3339 with Z or an offset';
    expect(pago({ occurred_at, sequence: 1 })).toEqual({ invalido });
  });
});

describe('total_cents', () => {
  it.each([
    [0, 0],
    [15990, 15990],
    [Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER],
    [null, null],
    [undefined, null],
  ])('%j is %j', (total_cents, total_centavos) => {
    expect(comDados({ total_cents })).toMatchObject({ dados: { total_centavos } });
  });
  it.each([-1, 159.9, 2 ** 53, '15990', '', true, [], {}])('%j is invalido', (total_cents) => {
    expect(comDados({ total_cents })).toEqual({
      invalido: 'data.total_cents must be a whole number of cents from 0 to 2^53 - 1, or null',
    });
  });
});

describe('customer_email', () => {
  it.each([
    ['ana@example.com', 'ana@example.com'],
    [' Ana@Example.com ', ' Ana@Example.com '],
    ['', null],
    [null, null],
    [undefined, null],
  ])('%j is kept as %j', (customer_email, cliente_email) => {
    expect(comDados({ customer_email })).toMatchObject({ dados: { cliente_email } });
  });
  it.each([7, true, [], {}])('%j is invalido', (customer_email) => {
    expect(comDados({ customer_email })).toEqual({ invalido: 'data.customer_email must be a string or null' });
  });
});

it('names all that is wrong at once, and repeats no value', () => {
  const lido = pago({ sequence: -1, occurred_at: 'secreto', data: { total_cents: 'secreto', customer_email: 7 } });
  const { invalido } = lido as { invalido: string };
  for (const campo of ['sequence', 'occurred_at', 'data.total_cents', 'data.customer_email'])
    expect(invalido).toContain(campo);
  expect(invalido).not.toContain('secreto');
});

it.each([null, 7, 'x', [], [{ data: {} }]])('%j is no event', (payload) => {
  expect(interpretar(payload, { tipo: 'order.paid' })).toEqual({ invalido: 'the event must be an object' });
});
it.each([undefined, null, 7, 'x', []])('%j is no data', (data) => {
  expect(comDados(data)).toEqual({ invalido: 'data must be an object' });
});
