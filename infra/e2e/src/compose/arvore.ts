import { spawnSync } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { RAIZ } from './ler.ts';

export interface Arvore {
  /** What the image has in /app. */
  pasta: string;
  apagar(): Promise<void>;
}

/** Builds and prunes, with the commands of the Dockerfile, into a folder that finds no module of this repository. */
export async function construirArvore(): Promise<Arvore> {
  const { packageManager }: { packageManager: string } = JSON.parse(await readFile(`${RAIZ}package.json`, 'utf8'));
  executar('npx', ['-y', packageManager, 'run', 'build']);
  const pasta = await mkdtemp(join(tmpdir(), 'entrada-imagem-'));
  executar('infra/docker/prune.sh', [pasta]);
  return { pasta, apagar: () => rm(pasta, { recursive: true, force: true }) };
}

/**
 * The folder with the `node` of the image, installed on first use; null where that cannot be had.
 * @throws in CI, where it must be had
 */
export async function nodeDaImagem(): Promise<string | null> {
  const versao = /^FROM node:([\d.]+)/m.exec(await readFile(`${RAIZ}infra/docker/Dockerfile`, 'utf8'))?.[1];
  if (process.version === `v${versao}`) return dirname(process.execPath);
  const pasta = join(RAIZ, '.cache', `node-${versao}`);
  const bin = join(pasta, 'node_modules', 'node', 'bin');
  const tem = () => spawnSync(join(bin, 'node'), ['--version'], { encoding: 'utf8' }).stdout?.trim() === `v${versao}`;
  if (tem()) return bin;
  try {
    executar('npm', ['install', '--no-save', '--prefix', pasta, `node@${versao}`]);
    if (tem()) return bin;
    throw new Error(`npm installed no Node ${versao}`);
  } catch (e) {
    if (process.env.CI === 'true') throw e;
    return null;
  }
}

function executar(comando: string, args: readonly string[]): void {
  const { status, stdout, stderr, error } = spawnSync(comando, args, { cwd: RAIZ, encoding: 'utf8' });
  if (status !== 0) throw new Error(`${[comando, ...args].join(' ')} failed:\n${stdout}${stderr}`, { cause: error });
}
