import { fc, test } from '@fast-check/vitest';
import { describe, expect, it } from 'vitest';
import { lerInstante, lerInstanteUtc, lerMomento } from './instante.ts';

const MEIO_DIA = Date.UTC(2026, 2, 1, 12);

it.each([
  ['2026-03-01T12:00:00Z', MEIO_DIA],
  ['2026-03-01t12:00:00z', MEIO_DIA],
  ['2026-03-01T12:00:00+00:00', MEIO_DIA],
  ['2026-03-01T12:00:00-00:00', MEIO_DIA],
  ['2026-03-01T09:00:00-03:00', MEIO_DIA],
  ['2026-03-02T01:45:00+13:45', MEIO_DIA],
  ['2026-03-01T12:00:00.1Z', MEIO_DIA + 100],
  ['2026-03-01T12:00:00.999999999Z', MEIO_DIA + 999],
  ['2026-03-01T09:00:00-03:00[America/Sao_Paulo]', MEIO_DIA],
  ['2024-02-29T00:00:00Z', Date.UTC(2024, 1, 29)],
  ['2026-12-31T23:59:60Z', Date.UTC(2026, 11, 31, 23, 59, 59)],
])('%s is the instant %d', (texto, ms) => {
  expect(lerInstante(texto)).toBe(ms);
});

it.each([
  '2026-02-29T00:00:00Z',
  '2026-02-30T00:00:00Z',
  '2026-13-01T00:00:00Z',
  '2026-03-01T24:00:00Z',
  '2026-03-01T12:60:00Z',
  '2026-03-01T12:00:00',
  '2026-03-01T12:00:00+24:00',
  '2026-03-01',
  '01/03/2026 12:00',
  '1772366400',
  '2022-07-23T23:03:5704:00',
  '',
  ' 2026-03-01T12:00:00Z',
  '2026-03-01T12:00:00Z\0',
])('%j is no instant', (texto) => {
  expect(lerInstante(texto)).toBeNull();
});

it('does not spend time on texts that are far too long', () => {
  const started = performance.now();
  for (let i = 0; i < 100; i++) expect(lerInstante(`2026-03-01T12:00:00Z${'[a=b]'.repeat(200_000)}`)).toBeNull();
  expect(performance.now() - started).toBeLessThan(1_000);
});

const instante = fc.date({ min: new Date(0), max: new Date('9999-12-31T23:59:59.999Z'), noInvalidDate: true });
test.prop([instante])('reads what Date writes', (d) => {
  expect(lerInstante(d.toISOString())).toBe(d.getTime());
});
test.prop([fc.string({ unit: 'binary' })])('never throws', (texto) => {
  expect(lerInstante(texto)).toSatisfy((ms) => ms === null || Number.isSafeInteger(ms));
});

describe('a moment', () => {
  it.each([
    ['2026-03-01T09:00:00-03:00', MEIO_DIA],
    [1772366400, MEIO_DIA],
    ['1772366400', MEIO_DIA],
    [1772366400.25, MEIO_DIA + 250],
    [1772366400.0019, MEIO_DIA + 1],
    ['1772366400.123456789', MEIO_DIA + 123],
    [1772366400123, MEIO_DIA + 123],
    ['1772366400123', MEIO_DIA + 123],
    [1772366400123.9, MEIO_DIA + 123],
    [1e9, 1e12],
    [9999999999, 9999999999000],
    [1e12, 1e12],
  ])('%j is the instant %d', (valor, ms) => {
    expect(lerMomento(valor)).toBe(ms);
  });
  it.each([
    0,
    -1772366400,
    177236640,
    17723664000,
    177236640012,
    17723664001234,
    1e21,
    Number.NaN,
    Number.POSITIVE_INFINITY,
    '0177236640',
    '1772366400.',
    '1772366400\n',
    '१७७२३६६४००',
    '2026-03-01T12:00:00',
    '',
    null,
    undefined,
    true,
    {},
    [1772366400],
  ])('%j is none', (valor) => {
    expect(lerMomento(valor)).toBeNull();
  });
  test.prop([instante])('reads what Date writes, in every form', (d) => {
    const ms = d.getTime();
    expect(lerMomento(d.toISOString())).toBe(ms);
    if (ms >= 1e12 && ms < 1e13) {
      expect(lerMomento(ms)).toBe(ms);
      expect(lerMomento(Math.floor(ms / 1000))).toBe(Math.floor(ms / 1000) * 1000);
      expect(lerMomento((ms / 1000).toFixed(3))).toBe(ms);
    }
  });
  test.prop([fc.anything()])('never throws', (valor) => {
    expect(lerMomento(valor)).toSatisfy((ms) => ms === null || Number.isSafeInteger(ms));
  });
});

describe('an instant without a zone, which is UTC', () => {
  it.each([
    ['2026-03-01T12:00:00', MEIO_DIA],
    ['2026-03-01T12:00:00.1', MEIO_DIA + 100],
    ['2024-02-29T00:00:00', Date.UTC(2024, 1, 29)],
  ])('%s is %d', (texto, ms) => {
    expect(lerInstanteUtc(texto)).toBe(ms);
  });
  it.each([
    '2026-02-29T00:00:00',
    '2026-03-01T24:00:00',
    '2026-03-01T12:00:00Z',
    '2026-03-01T12:00:00-03:00',
    '2026-03-01 12:00:00',
    '2026-03-01',
    '0000-00-00T00:00:00',
    '',
  ])('%j is none', (texto) => {
    expect(lerInstanteUtc(texto)).toBeNull();
  });
});
