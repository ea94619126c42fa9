import { fc, test } from '@fast-check/vitest';
import { expect, it } from 'vitest';
import { lerLinkSeguinte } from './link.ts';

it.each([
  ['<https://a.example/orders.json?page_info=abc&limit=250>; rel="next"', 'page_info=abc&limit=250'],
  ['<https://a.example/o?page_info=p>; rel="previous", <https://a.example/o?page_info=n>; rel="next"', 'page_info=n'],
  ['<https://a.example/o?page=2>; rel=next', 'page=2'],
  ['<https://a.example/o?page=2>; REL = "last next"; title="x"', 'page=2'],
  ['<https://a.example/o?x=1,2>; rel="next", <https://a.example/o?page=9>; rel="last"', 'x=1%2C2'],
  ['<https://a.example/o>; rel="next"', ''],
])('%s', (cabecalho, consulta) => {
  expect(lerLinkSeguinte(cabecalho)?.toString()).toBe(consulta);
});
it.each([
  undefined,
  '',
  '<https://a.example/o?p=1>; rel="previous"',
  'next',
  '<a?b>; rel="nextish"',
  '<a?b>; title="next"',
])('%j names no next page', (cabecalho) => {
  expect(lerLinkSeguinte(cabecalho)).toBeNull();
});
it('may come in several headers', () => {
  expect(lerLinkSeguinte(['<a?p=1>; rel="first"', '<a?p=2>; rel="next"'])?.toString()).toBe('p=2');
});
test.prop([fc.string()])('never throws', (texto) => {
  lerLinkSeguinte(texto);
});
