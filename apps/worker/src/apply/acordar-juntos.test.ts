import { expect, it } from 'vitest';
import { acordarJuntos } from './acordar-juntos.ts';

const chave = (recurso_id: string) => ({ origem: 'loja', recurso_id });

it('what is woken in one turn is woken together, by queue, and what comes later again', async () => {
  const vistos: [string, string[]][] = [];
  const acordar = acordarJuntos(async (fila, chaves) => {
    vistos.push([fila, chaves.map((c) => c.recurso_id)]);
  });
  await Promise.all([
    acordar('publicar', [chave('a')]),
    acordar('consultar', [chave('a')]),
    acordar('publicar', [chave('b'), chave('c')]),
  ]);
  await acordar('publicar', [chave('a')]);
  expect(vistos).toEqual([
    ['publicar', ['a', 'b', 'c']],
    ['consultar', ['a']],
    ['publicar', ['a']],
  ]);
});
