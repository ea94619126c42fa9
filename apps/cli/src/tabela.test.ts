import { expect, it } from 'vitest';
import { tabela } from './tabela.ts';

it('columns are as wide as their widest cell, and null is empty', () => {
  expect(
    tabela(
      ['a', 'longer', 'c'],
      [
        ['x', null, 1],
        ['wide one', 'y', 22],
      ],
    ),
  ).toEqual(['a         longer  c', 'x                 1', 'wide one  y       22']);
});

it('what a store sends cannot command the terminal', () => {
  expect(tabela(['id'], [['a\u001b[2Jb\nc']])[1]).toBe('a\u{FFFD}[2Jb\u{FFFD}c');
});
