import { expect, it } from 'vitest';
import { despejo } from './despejo.ts';

it('shows bytes as hex and text, and no control character', () => {
  expect(despejo(Buffer.from('{"id":"\x1b[2Jé"}, and on'))).toEqual([
    '00000000  7b 22 69 64 22 3a 22 1b 5b 32 4a c3 a9 22 7d 2c  {"id":".[2J.."},',
    '00000010  20 61 6e 64 20 6f 6e                              and on',
  ]);
  expect(despejo(Buffer.alloc(0))).toEqual([]);
});
