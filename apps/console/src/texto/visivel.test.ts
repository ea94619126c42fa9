import { expect, test } from 'vitest';
import { visivel } from './visivel.ts';

test('what turns or hides a text is written out, and everything else stays', () => {
  expect(visivel('pedido\u202Eofni \u200B\u2066x\0')).toBe('pedido\\u202Eofni \\u200B\\u2066x\\u0000');
  expect(visivel('ação\n\t🙂 العربية <b>')).toBe('ação\n\t🙂 العربية <b>');
});
