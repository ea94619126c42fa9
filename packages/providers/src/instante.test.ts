import { fc, test } from '@fast-check/vitest';
import { expect, it } from 'vitest';
import { lerInstante } from './instante.ts';

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
