import { fc, test } from '@fast-check/vitest';
import { expect } from 'vitest';
import { criarSorteio, embaralhar } from './sorteio.ts';

test.prop([fc.array(fc.integer()), fc.string()])('a shuffle loses nothing and adds nothing', (itens, semente) => {
  const saida = embaralhar(itens, criarSorteio(semente));
  expect([...saida].sort()).toEqual([...itens].sort());
});

test('every place is as likely as any other', () => {
  const sorteio = criarSorteio('1');
  const primeiros = [0, 0, 0, 0];
  for (let i = 0; i < 8000; i++) {
    const primeiro = embaralhar([0, 1, 2, 3], sorteio)[0] ?? 0;
    primeiros[primeiro] = (primeiros[primeiro] ?? 0) + 1;
  }
  for (const vezes of primeiros) expect(vezes).toBeGreaterThan(1800);
});

test('whole numbers reach both ends and neighbours in seed are strangers in sequence', () => {
  const sorteio = criarSorteio('x');
  expect(new Set(Array.from({ length: 200 }, () => sorteio.inteiro(1, 4)))).toEqual(new Set([1, 2, 3, 4]));
  expect(Math.abs(criarSorteio('s/1').numero() - criarSorteio('s/2').numero())).toBeGreaterThan(0.001);
});
