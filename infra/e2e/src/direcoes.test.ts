import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const RAIZ = fileURLToPath(new URL('../../../', import.meta.url));

/** Which of our packages each may use in production. Biome refuses imports that package.json does not declare. */
const PERMITIDOS: Record<string, string[]> = {
  'packages/domain': [],
  'packages/runtime': [],
  // It says what a store says, and must not learn it from the rules that are checked with it.
  'packages/lojas': [],
  'packages/providers': ['domain', 'runtime'],
  'packages/db': ['domain', 'runtime'],
  'packages/queue': ['runtime'],
  'packages/testing': ['db'],
  'apps/receiver': ['providers', 'db', 'queue', 'runtime', 'domain'],
  'apps/worker': ['providers', 'db', 'queue', 'runtime', 'domain'],
  'apps/console': ['providers', 'db', 'queue', 'runtime', 'domain'],
  'apps/cli': ['providers', 'db', 'queue', 'runtime', 'domain'],
  // It says what a store says, and must not learn it from the rules that it checks.
  'apps/simulator': ['runtime', 'lojas'],
};

interface Pacote {
  dependencies?: Record<string, string>;
}

const pacotes = ['packages', 'apps'].flatMap((pasta) => readdirSync(RAIZ + pasta).map((nome) => `${pasta}/${nome}`));

describe('imports go one way', () => {
  it('every package is in the list', () => {
    expect(pacotes.sort()).toEqual(Object.keys(PERMITIDOS).sort());
  });
  it.each(pacotes)('%s', (pacote) => {
    const { dependencies = {} } = JSON.parse(readFileSync(`${RAIZ}${pacote}/package.json`, 'utf8')) as Pacote;
    const nossos = Object.keys(dependencies).filter((d) => d.startsWith('@entrada/'));
    const permitidos = (PERMITIDOS[pacote] ?? []).map((p) => `@entrada/${p}`);
    expect(nossos.filter((d) => !permitidos.includes(d))).toEqual([]);
    if (pacote === 'packages/domain') expect(dependencies).toEqual({});
  });
});
