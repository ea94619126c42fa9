import { fc, test } from '@fast-check/vitest';
import { expect, it } from 'vitest';
import { hmacHex, iguaisEmTempoConstante, nomearSegredo } from './assinatura.ts';

it('hmacHex agrees with RFC 4231, test case 2', () => {
  const bytes = Buffer.from('what do ya want for nothing?');
  expect(hmacHex('Jefe', bytes)).toBe('5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843');
});

it.each(['', 'a', 'ab ', 'AB', 'é', 'éé', '🦆', '\0\0', '\ud800', 'x'.repeat(1e6)])('%j is not "ab"', (recebido) => {
  expect(iguaisEmTempoConstante(recebido, 'ab')).toBe(false);
});
test.prop([fc.string({ unit: 'grapheme' }), fc.string({ unit: 'binary' })])(
  'texts are equal as their bytes are',
  (a, b) => {
    expect(iguaisEmTempoConstante(a, a)).toBe(true);
    expect(iguaisEmTempoConstante(b, a)).toBe(Buffer.from(a).equals(Buffer.from(b)));
  },
);

it('a secret has a name that is always the same and gives nothing of it away', () => {
  // printf %s entrada:segredo-de-exemplo | sha256sum
  expect(nomearSegredo('segredo-de-exemplo')).toEqual({ nome: 'fe79ceb5', valor: 'segredo-de-exemplo' });
});
