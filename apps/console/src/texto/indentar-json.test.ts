import { expect, test } from 'vitest';
import { indentarJson } from './indentar-json.ts';

test('JSON gets lines, and keeps every character that means something', () => {
  expect(indentarJson('{"a": [1, {"b": "x, {y}: \\"z"}], "n": 12345678901234567890, "v": {}, "w": []}')).toBe(
    '{\n  "a": [\n    1,\n    {\n      "b": "x, {y}: \\"z"\n    }\n  ],\n  "n": 12345678901234567890,\n  "v": {},\n  "w": []\n}',
  );
});

test('a text that was cut off is shown as far as it goes', () => {
  expect(indentarJson('{"a": "nunca fe')).toBe('{\n  "a": "nunca fe');
});

test('depth costs neither stack nor space', () => {
  const fundo = indentarJson('['.repeat(50_000));
  expect(fundo.length).toBeLessThan(50_000 * 45);
});
