import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { z } from 'zod';

const RAIZ = fileURLToPath(new URL('../../../', import.meta.url));
const ler = (arquivo: string): unknown => JSON.parse(readFileSync(RAIZ + arquivo, 'utf8'));
const CONFIG = z.object({ references: z.array(z.object({ path: z.string() })).default([]) });
const PACOTE = z.object({ dependencies: z.record(z.string(), z.string()).default({}) });

const pastas = ['packages', 'apps'].flatMap((p) => readdirSync(RAIZ + p).map((nome) => `${p}/${nome}`));
const construidas = pastas.filter((p) => p !== 'packages/testing');

it.each(construidas)('%s is built after exactly what it uses of ours', (pasta) => {
  const { dependencies } = PACOTE.parse(ler(`${pasta}/package.json`));
  const { references } = CONFIG.parse(ler(`${pasta}/tsconfig.build.json`));
  const usa = Object.keys(dependencies).filter((d) => d.startsWith('@entrada/'));
  const espera = references.map(({ path }) => `@entrada/${path.split('/').at(-2)}`);
  expect(espera.sort()).toEqual(usa.sort());
});

it('what is only for tests is not built', () => {
  expect(existsSync(`${RAIZ}packages/testing/tsconfig.build.json`)).toBe(false);
});
