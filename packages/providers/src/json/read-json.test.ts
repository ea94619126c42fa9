import { fc, test } from '@fast-check/vitest';
import { LosslessNumber, parse } from 'lossless-json';
import { describe, expect, it } from 'vitest';
import { readJson } from './read-json.ts';

const LONG = /\d[\d.]{15}/;

describe('a number that a double holds stays a number', () => {
  it.each(['0', '-1', '1.5', '1e3', '9007199254740991', '-9007199254740991', '0.1234567890123456', '1e400'])(
    '%s',
    (n) => {
      expect(readJson(n)).toBe(Number(n));
    },
  );
  it.each(['1.00000000000000000000', '0.00000000000000000000', '100000000000000000000', '1e0000000000000000001'])(
    '%s, however long it is',
    (n) => {
      expect(readJson(n)).toBe(Number(n));
    },
  );
});

describe('a long number that a double changes comes back as its text', () => {
  it.each([
    '9007199254740993',
    '-9007199254740993',
    '820982911946154508',
    '9007199254740991.4',
    '12345678901234567.5',
    '0.12345678901234567890',
    '12345678901234567890e-3',
    '1e-1234567890123456789',
    '12e1234567890123456789',
    '1.0000000000000000e400',
  ])('%s', (n) => {
    expect(readJson(n)).toBe(n);
    expect(readJson(`{"a":[${n},"${n}",${n}]}`)).toEqual({ a: [n, n, n] });
  });
});

describe('strings are not touched', () => {
  it.each([
    '9007199254740993',
    'a 9007199254740993 b',
    '"9007199254740993"',
    '\\',
    '\\"9007199254740993',
    '\\\\"9007199254740993\\',
    '{"a":9007199254740993}',
    'é🦆\u{2028}',
  ])('%j', (s) => {
    expect(readJson(JSON.stringify([s, 1, s]).replace(',1,', ',9007199254740993,'))).toEqual([
      s,
      '9007199254740993',
      s,
    ]);
  });
  it('also as keys', () => {
    expect(readJson('{"9007199254740993":9007199254740993}')).toEqual({ '9007199254740993': '9007199254740993' });
  });
});

it('keeps the last of two equal keys, as jsonb does, and gives a __proto__ key no power', () => {
  expect(readJson('{"a":1,"a":9007199254740993}')).toEqual({ a: '9007199254740993' });
  const lido = readJson('{"__proto__":{"id":9007199254740993}}');
  expect(Object.getPrototypeOf(lido)).toBe(Object.prototype);
  expect(lido).not.toHaveProperty('id');
});

it.each([
  '',
  ' ',
  '{',
  '01',
  '[1,]',
  "{'a':1}",
  'NaN',
  '9007199254740993 9007199254740993',
  '"\n"',
  '{"a":9007199254740993',
])('refuses %j, as JSON.parse does', (text) => {
  expect(() => readJson(text)).toThrow(SyntaxError);
});

it('takes linear time and no stack on bodies made to hurt', () => {
  const n = 300_000;
  const long = '9007199254740993';
  const zeros = '0'.repeat(n);
  const started = performance.now();
  let deep = readJson(`${'['.repeat(n)}${long}${']'.repeat(n)}`);
  while (Array.isArray(deep)) deep = deep[0];
  expect(deep).toBe(long);
  expect(readJson(`[1${zeros}1${zeros}1]`)).toEqual([`1${zeros}1${zeros}1`]);
  const s = `${'\\'.repeat(n)}${'"'.repeat(n)}`;
  expect(readJson(`[${JSON.stringify(s)},${long}]`)).toEqual([s, long]);
  expect(performance.now() - started).toBeLessThan(5_000);
});

/** The text of any JSON number, many of them long; also of forms that no encoder writes. */
const digits = (maxLength: number) =>
  fc.array(fc.constantFrom(...'00123456789'), { minLength: 1, maxLength }).map((d) => d.join(''));
const number = fc
  .record({
    sign: fc.constantFrom('', '-'),
    whole: digits(24).map((d) => d.replace(/^0+(?=\d)/, '')),
    fraction: fc.option(digits(20)),
    exponent: fc.option(fc.tuple(fc.constantFrom('e', 'E', 'e+', 'e-'), fc.oneof(digits(2), digits(20)))),
  })
  .map(({ sign, whole, fraction, exponent }) =>
    [sign, whole, fraction === null ? '' : `.${fraction}`, exponent?.join('') ?? ''].join(''),
  );
const text = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.array(fc.constantFrom('"', '\\', '9007199254740993', ' ', '\\u'), { maxLength: 6 }).map((p) => p.join('')),
);
const space = fc.constantFrom('', '', ' ', '\n\t');
/** No backslashes in keys: V8 of Node 24 confuses some of them (nodejs/node#63785). */
const key = text.map((s) => s.replaceAll('\\', '/'));

const { document } = fc.letrec<{ document: string; list: string; object: string }>((tie) => ({
  document: fc.oneof(
    { depthSize: 'small' },
    number,
    text.map((s) => JSON.stringify(s)),
    fc.constantFrom('null', 'true', 'false'),
    tie('list'),
    tie('object'),
  ),
  list: fc
    .tuple(fc.array(tie('document'), { maxLength: 4 }), space)
    .map(([items, s]) => `[${s}${items.join(`${s},`)}]`),
  object: fc
    .tuple(fc.uniqueArray(fc.tuple(key, tie('document')), { maxLength: 4, selector: ([k]) => k }), space)
    .map(([fields, s]) => `{${fields.map(([k, v]) => `${s}${JSON.stringify(k)}${s}:${v}`).join(',')}${s}}`),
}));

test.prop([document], { numRuns: 2_000 })('reads what lossless-json reads, numbers included', (json) => {
  expect(readJson(json)).toEqual(asOurs(parse(json)));
});
test.prop([fc.string({ unit: 'binary' })])('judges validity as JSON.parse does', (json) => {
  expect(outcome(() => readJson(json))).toEqual(outcome(() => JSON.parse(json)));
});

/** lossless-json's numbers, told apart by its own arithmetic. */
function asOurs(value: unknown): unknown {
  if (value instanceof LosslessNumber) return asOurNumber(value.value);
  if (Array.isArray(value)) return value.map(asOurs);
  if (typeof value !== 'object' || value === null) return value;
  const copy: Record<string, unknown> = {};
  for (const [k, v] of Object.entries(value)) Object.defineProperty(copy, k, { value: asOurs(v), enumerable: true });
  return copy;
}

function asOurNumber(n: string): number | string {
  const double = Number(n);
  if (!LONG.test(n)) return double;
  return Number.isFinite(double) && sameValue(String(double), n) ? double : n;
}

/** Equal as decimals, exactly: both as a whole number times a power of ten, without trailing zeros. */
function sameValue(a: string, b: string): boolean {
  const [x, y] = [decimal(a), decimal(b)];
  return x.digits === y.digits && x.exponent === y.exponent;
}

function decimal(n: string): { digits: bigint; exponent: bigint } {
  const [mantissa = '', exponent = '0'] = n.toLowerCase().split('e');
  const [whole = '', fraction = ''] = mantissa.split('.');
  const all = `${whole}${fraction}`;
  const trimmed = all.replace(/0+$/, '');
  const digits = trimmed === '' || trimmed === '-' ? 0n : BigInt(trimmed);
  if (digits === 0n) return { digits, exponent: 0n };
  return { digits, exponent: BigInt(exponent) - BigInt(fraction.length) + BigInt(all.length - trimmed.length) };
}

function outcome(read: () => unknown): unknown {
  try {
    return { value: read() };
  } catch (e) {
    return { threw: e instanceof SyntaxError };
  }
}
