import { describe, expect, it } from 'vitest';
import { lerDataHttp, lerRetryAfter } from './cabecalhos-http.ts';

const AGORA = Date.UTC(2026, 2, 1, 12);

describe('Retry-After', () => {
  it.each([
    ['0', 0],
    ['1', 1_000],
    ['0120', 120_000],
    ['2.0', 2_000],
    ['Sun, 01 Mar 2026 12:00:30 GMT', 30_000],
    ['Sun, 01 Mar 2026 11:00:00 GMT', 0],
  ])('%s is %d ms', (cabecalho, ms) => {
    expect(lerRetryAfter(cabecalho, AGORA)).toBe(ms);
  });
  it.each(['3601', '9'.repeat(400), 'Fri, 31 Dec 9999 23:59:59 GMT'])('%s is an hour at most', (cabecalho) => {
    expect(lerRetryAfter(cabecalho, AGORA)).toBe(3_600_000);
  });
  it.each([undefined, '', '-1', '1.5', '1e3', '1s', ' 1', 'soon', '2026-03-01', ['1', '2']])('%j says nothing', (c) => {
    expect(lerRetryAfter(c, AGORA)).toBeNull();
  });
});

describe('Date', () => {
  it.each([
    ['Sun, 01 Mar 2026 12:00:00 GMT', AGORA],
    ['Sun, 32 Mar 2026 12:00:00 GMT', null],
    ['2026-03-01T12:00:00Z', null],
    ['GMT', null],
    ['', null],
    [undefined, null],
    [['Sun, 01 Mar 2026 12:00:00 GMT', 'Sun, 01 Mar 2026 12:00:01 GMT'], null],
  ])('%j is %j', (cabecalho, ms) => {
    expect(lerDataHttp(cabecalho)).toBe(ms);
  });
});
