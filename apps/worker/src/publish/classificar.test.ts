import { describe, expect, it, test } from 'vitest';
import { classificar } from './classificar.ts';

const AGORA = Date.parse('2026-03-01T12:00:00Z');
const resposta = (status: number, mais: { retryAfter?: string; date?: string } = {}) => ({
  status,
  retryAfter: null,
  date: null,
  trecho: 'because',
  ...mais,
});

describe('what the ERP says, by status', () => {
  test.each([
    ...[200, 201, 202, 204, 299].map((s) => [s, 'confirmado'] as const),
    ...[301, 302, 303, 304, 307, 308].map((s) => [s, 'recusado'] as const),
    ...[400, 401, 403, 404, 409, 410, 413, 418, 422, 451, 499].map((s) => [s, 'recusado'] as const),
    ...[408, 425, 429].map((s) => [s, 'transitorio'] as const),
    ...[500, 501, 502, 503, 504, 520, 599].map((s) => [s, 'transitorio'] as const),
    ...[100, 199, 600, 999].map((s) => [s, 'transitorio'] as const), // no answer that anybody defined
  ])('%i: %s', (status, tipo) => {
    const esperado = { motivo: `HTTP ${status}`, trecho: 'because', esperarMs: null };
    expect(classificar(resposta(status), AGORA)).toEqual(tipo === 'confirmado' ? { tipo } : { tipo, ...esperado });
  });

  it('no answer at all is transient, whatever the reason', () => {
    expect(classificar({ semResposta: 'ECONNREFUSED' }, AGORA)).toEqual({
      tipo: 'transitorio',
      motivo: 'ECONNREFUSED',
      trecho: '',
      esperarMs: null,
    });
  });
});

describe('Retry-After', () => {
  const espera = (retryAfter: string, date?: string, status = 429) => {
    const desfecho = classificar(resposta(status, { retryAfter, ...(date ? { date } : {}) }), AGORA);
    return desfecho.tipo === 'confirmado' ? undefined : desfecho.esperarMs;
  };

  test.each([
    ['0', 0],
    ['1', 1_000],
    [' 120 ', 120_000],
    ['Sun, 01 Mar 2026 12:00:30 GMT', 30_000],
    ['Sun, 01 Mar 2026 11:00:00 GMT', 0],
    ['999999999', 24 * 60 * 60_000],
    ['Fri, 01 Jan 2100 00:00:00 GMT', 24 * 60 * 60_000],
    ['', null],
    ['-5', null],
    ['1.5', null],
    ['99999999999999999999', null],
    ['soon', null],
    ['2026-03-01T12:00:30Z', null],
    ['Sun, 99 Mar 2026 12:00:30 GMT', null],
  ])('%j: %s ms', (texto, ms) => expect(espera(texto)).toBe(ms));

  it('counts a date from the clock of the ERP, where it says what that is', () => {
    expect(espera('Sun, 01 Mar 2026 15:00:10 GMT', 'Sun, 01 Mar 2026 15:00:00 GMT')).toBe(10_000);
    expect(espera('Sun, 01 Mar 2026 12:00:10 GMT', 'noon')).toBe(10_000);
  });

  it('counts for every transient answer, and for no refusal', () => {
    expect(espera('7', undefined, 503)).toBe(7_000);
    expect(espera('7', undefined, 400)).toBeNull();
    expect(espera('7', undefined, 302)).toBeNull();
  });
});
