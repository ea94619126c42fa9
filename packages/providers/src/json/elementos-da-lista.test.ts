import { fc, test } from '@fast-check/vitest';
import { describe, expect, it } from 'vitest';
import { elementosDaLista } from './elementos-da-lista.ts';

describe('the elements of a list', () => {
  it.each<[string, string[]]>([
    ['{"a":[]}', []],
    ['{"a":[ ]}', []],
    ['{}', []],
    ['{"b":[1]}', []],
    ['{"a":7}', []],
    ['{"a":{"0":1}}', []],
    ['{"a":"[1,2]"}', []],
    ['{"b":{"a":[1]},"c":[{"a":[2]}]}', []],
    [' { "x" : "a\\"]" , "a" : [ 1 , 9007199254740993,1.0 ] , "y" : [ 3 ] } ', ['1', '9007199254740993', '1.0']],
    ['{"a":[[1,2],{"b":"]},"},"\\\\",""]}', ['[1,2]', '{"b":"]},"}', '"\\\\"', '""']],
    ['{"a":[1],"a":[2,3]}', ['2', '3']],
    [String.raw`{"\u0061":[1]}`, ['1']],
  ])('%s', (texto, elementos) => {
    expect(elementosDaLista(texto, 'a')).toEqual(elementos);
  });
  it('are found in linear time and without a stack, however deep and long they are', () => {
    const n = 300_000;
    const fundo = `${'['.repeat(n)}${']'.repeat(n)}`;
    const longo = JSON.stringify('\\"'.repeat(n));
    const started = performance.now();
    expect(elementosDaLista(`{"x":${longo},"a":[${fundo},${longo}]}`, 'a')).toEqual([fundo, longo]);
    expect(performance.now() - started).toBeLessThan(5_000);
  });
});

const lista = fc.array(fc.jsonValue());
/** No backslashes in keys: V8 of Node 24 confuses some of them (nodejs/node#63785). */
const chave = fc.string({ unit: 'binary' }).map((c) => c.replaceAll('\\', '/'));
test.prop([lista, fc.dictionary(chave, fc.jsonValue()), fc.constantFrom(undefined, 1, '\t')])(
  'each say what JSON.parse says of them',
  (a, resto, espaco) => {
    const texto = JSON.stringify({ ...resto, a }, null, espaco);
    expect(elementosDaLista(texto, 'a').map((e) => JSON.parse(e))).toEqual(JSON.parse(texto).a);
  },
);
