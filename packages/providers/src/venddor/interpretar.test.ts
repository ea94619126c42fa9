import { fc, test } from '@fast-check/vitest';
import { describe, expect, it } from 'vitest';
import { readJson } from '../json/read-json.ts';
import { criarInterpretar, criarLacuna } from './interpretar.ts';
import { PALAVRAS } from './palavras.ts';

const interpretar = criarInterpretar(PALAVRAS);
const lacuna = criarLacuna(PALAVRAS);
const ler = (tipo: string, payload: unknown) => interpretar({ payload }, { tipo, recurso_id: 'p1' });
const mudou = (payload: object) => ler('order.statusChanged', { new_status: 'processing', ...payload });
const antes = (payload: unknown, tipo = 'order.statusChanged') => lacuna({ payload }, { tipo, recurso_id: 'p1' });
const MEIO_DIA = Date.UTC(2026, 2, 1, 12);

describe('a change of state', () => {
  it.each([
    ['pending', 'criado'],
    ['processing', 'pago'],
    ['shipped', 'enviado'],
    ['delivered', 'enviado'],
    ['cancelled', 'cancelado'],
    ['canceled', 'cancelado'],
    ['refunded', 'reembolsado'],
  ])('to %s is %s', (new_status, status) => {
    expect(mudou({ new_status })).toMatchObject({ status });
    expect(antes({ old_status: new_status })).toEqual({ antes: status });
  });
  it.each(['on_hold', 'Pending', ' pending', 'constructor', '__proto__', ''])('to %j is invalido', (new_status) => {
    expect(mudou({ new_status })).toEqual({
      invalido: expect.stringMatching(/^payload\.new_status .*no known state$/),
    });
    expect(antes({ old_status: new_status })).toBeNull();
  });
  it.each([null, undefined, 7, {}, ['pending']])('to %j is invalido', (new_status) => {
    expect(mudou({ new_status })).toEqual({ invalido: 'payload.new_status must be a string' });
    expect(antes({ old_status: new_status })).toBeNull();
  });
  it('shows a word, and nothing that is no word', () => {
    expect(mudou({ new_status: 'on_hold' })).toEqual({ invalido: 'payload.new_status "on_hold" is no known state' });
    const pessoal = mudou({ new_status: 'ana@example.com has paid' });
    expect(pessoal).toEqual({ invalido: 'payload.new_status is no known state' });
  });
  it('is read whole', () => {
    const payload = {
      old_status: 'pending',
      timestamp: '2026-03-01T09:00:00-03:00',
      total_cents: 15990,
      customer_email: 'ana@example.com',
      sequence: 3,
    };
    expect(mudou(payload)).toEqual({
      status: 'pago',
      sequence: null,
      occurredAt: MEIO_DIA,
      dados: { total_centavos: 15990, cliente_email: 'ana@example.com' },
    });
  });
});

describe('its instant is the timestamp of the payload', () => {
  it.each(['2026-03-01T12:00:00Z', 1772366400, '1772366400', 1772366400000])('%j', (timestamp) => {
    const envelope = { timestamp: '2030-01-01T00:00:00Z', payload: { new_status: 'shipped', timestamp } };
    expect(interpretar(envelope, { tipo: 'order.statusChanged', recurso_id: 'p1' })).toMatchObject({
      occurredAt: MEIO_DIA,
    });
  });
  it.each([null, undefined])('which may be missing: the domain says what follows (%j)', (timestamp) => {
    expect(mudou({ timestamp })).toMatchObject({ status: 'pago', occurredAt: null });
  });
  it.each(['yesterday', '2026-02-30T00:00:00Z', '2026-03-01T12:00:00', 0, 17723664, '', true, {}, []])(
    '%j is invalido',
    (timestamp) => {
      expect(mudou({ timestamp })).toEqual({
        invalido: expect.stringMatching(/^payload\.timestamp must be an instant/),
      });
    },
  );
});

describe('fields', () => {
  it.each([
    [{ total_cents: 1.5 }, /^payload\.total_cents must/],
    [{ total_cents: '15990' }, /^payload\.total_cents must/],
    [{ customer_email: 7 }, /^payload\.customer_email must/],
    [{ customer_email: 'a\0' }, /^payload\.customer_email contains/],
    [{ new_status: 'x', timestamp: 'x', total_cents: -1 }, /new_status.*; .*timestamp.*; .*total_cents/],
  ])('that cannot be read make it invalido, all of them named: %j', (payload, motivo) => {
    expect(mudou(payload)).toEqual({ invalido: expect.stringMatching(motivo) });
  });
  it('that say nothing erase nothing', () => {
    const dados = { total_centavos: null, cliente_email: null };
    expect(mudou({})).toMatchObject({ dados });
    expect(mudou({ total_cents: null, customer_email: '' })).toMatchObject({ dados });
  });
});

describe('other events of an order', () => {
  it.each([
    [{}, 'criado'],
    [{ status: 'pending' }, 'criado'],
    [{ status: 'processing' }, 'pago'],
    [{ status: 'on_hold' }, 'criado'],
    [{ status: 7 }, 'criado'],
  ])('order.created with %j is %s', (payload, status) => {
    expect(ler('order.created', payload)).toMatchObject({ status });
  });
  it('order.updated counts where it carries a state that is known', () => {
    expect(ler('order.updated', { status: 'shipped' })).toMatchObject({ status: 'enviado' });
    expect(ler('order.updated', { status: 'on_hold' })).toEqual({ ignorado: true });
    expect(ler('order.updated', { new_status: 'shipped' })).toEqual({ ignorado: true });
    expect(ler('order.updated', {})).toEqual({ ignorado: true });
  });
  it.each(['order.refundRequested', 'catalogue.changed', 'test', '__proto__', ''])('%j says nothing', (tipo) => {
    expect(ler(tipo, { status: 'refunded', new_status: 'refunded' })).toEqual({ ignorado: true });
    expect(antes({ old_status: 'pending' }, tipo)).toBeNull();
  });
});

it.each([null, 7, 'x', [], {}, { payload: null }, { payload: [] }])('%j is no event', (envelope) => {
  const evento = { tipo: 'order.statusChanged', recurso_id: 'p1' };
  expect(interpretar(envelope, evento)).toEqual({ invalido: 'payload must be an object' });
  expect(lacuna(envelope, evento)).toBeNull();
});

test.prop([fc.jsonValue()])('the state before never throws', (json) => {
  const evento = { tipo: 'order.statusChanged', recurso_id: 'p1' };
  expect(lacuna(readJson(JSON.stringify(json)), evento)).toBeNull();
});
