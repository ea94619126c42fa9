import { fc, test } from '@fast-check/vitest';
import { expect, it } from 'vitest';
import { decodeUtf8 } from './bytes.ts';
import { lerCorpo } from './corpo.ts';

const strict = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** Bytes that are UTF-8 more often than chance. */
const bytes = fc.oneof(
  fc.uint8Array(),
  fc.string({ unit: 'binary' }).map((s) => Buffer.from(s)),
  fc
    .array(fc.constantFrom(0x41, 0x80, 0xbf, 0xc0, 0xc3, 0xa9, 0xe0, 0xed, 0xa0, 0xef, 0xbb, 0xf0, 0x9f, 0xf4, 0x90))
    .map((b) => Uint8Array.from(b)),
);
test.prop([bytes], { numRuns: 1_000 })('decodes UTF-8 exactly where the strict TextDecoder does', (b) => {
  expect(decodeUtf8(Buffer.from(b))).toBe(decoded(b));
});

it('gives the object and its text', () => {
  const texto = ' {"id": 9007199254740993, "é": "\u{FFFD}"}\n';
  expect(lerCorpo(Buffer.from(texto))).toEqual({ texto, objeto: { id: '9007199254740993', é: '\u{FFFD}' } });
});

it.each([
  ['', 'the body is empty'],
  [Buffer.from([0xff]), 'the body is not UTF-8'],
  [Buffer.from([0x7b, 0xed, 0xa0, 0x80, 0x7d]), 'the body is not UTF-8'],
  ['\u{FEFF}{}', 'the body begins with a byte order mark'],
  [' ', 'the body is not JSON'],
  ['{}\0', 'the body is not JSON'],
  ['{"a":"\0"}', 'the body is not JSON'],
  ['null', 'the body is JSON, but not an object'],
  ['[]', 'the body is JSON, but not an object'],
])('%j gives a reason: %s', (corpo, quarentena) => {
  expect(lerCorpo(Buffer.from(corpo))).toEqual({ quarentena });
});

function decoded(b: Uint8Array): string | null {
  try {
    return strict.decode(b);
  } catch {
    return null;
  }
}
