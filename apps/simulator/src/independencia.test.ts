import { readdir, readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';

it('the store knows nothing of the rules and of the code that it is there to judge', async () => {
  const pasta = new URL('.', import.meta.url);
  const fontes = (await readdir(pasta, { recursive: true })).filter((nome) => /(?<!\.(test|suite))\.ts$/.test(nome));
  const textos = await Promise.all(fontes.map((nome) => readFile(new URL(nome, pasta), 'utf8')));
  const importados = textos.flatMap((t) => [...t.matchAll(/from '([^']+)'/g)].map((m) => m[1]));
  expect(new Set(importados.filter((i) => i?.startsWith('@entrada/')))).toEqual(
    new Set(['@entrada/lojas', '@entrada/runtime']),
  );

  const { dependencies } = JSON.parse(await readFile(new URL('../package.json', import.meta.url), 'utf8'));
  expect(Object.keys(dependencies).filter((d) => d.startsWith('@entrada/'))).toEqual([
    '@entrada/lojas',
    '@entrada/runtime',
  ]);
});
