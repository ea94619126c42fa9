import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { link, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as esperar } from 'node:timers/promises';
import type { Lugar } from './lugar.ts';
import { ehDaPasta } from './servidor.ts';

/**
 * A shell that outlives us. It waits for one line, which makes it responsible for the server, and then for the end of
 * its input: closing the pipe is how we stop the server, and kill -9 of our process closes it too. Stopping is tried
 * again because a server that is only just starting cannot be stopped yet.
 */
const ROTEIRO =
  'read _ || exit 0; read _; for _ in 1 2 3 4 5; do "$0" -D "$1" -m fast -w stop && exit 0; sleep 1; done; exit 1';

export interface Vigia {
  processo: ChildProcess;
  /** From now on it stops the server when we end. */
  ativar(): Promise<void>;
  parar(): Promise<void>;
}

/**
 * Takes the folder for us. The lock file holds the guard's pid and counts while that process lives, so it lasts exactly
 * as long as anybody may still stop or start a server here.
 */
export async function vigiar(lugar: Lugar, bin: string, esperaMs: number): Promise<Vigia> {
  const processo = spawn('/bin/sh', ['-c', ROTEIRO, join(bin, 'pg_ctl'), lugar.dados], {
    ...lugar.comoDono,
    detached: true, // its own session keeps Ctrl-C away from it
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  await once(processo, 'spawn');
  processo.unref();
  const vigia: Vigia = { processo, ativar: () => ativar(processo), parar: () => parar(processo) };
  try {
    await travar(lugar, String(processo.pid), Date.now() + esperaMs);
    return vigia;
  } catch (e) {
    soltarVigia(vigia);
    throw e;
  }
}

/** Ends the guard of a server that did not come up. */
export function soltarVigia(vigia: Vigia): void {
  vigia.processo.kill('SIGKILL');
}

async function travar({ base, dados }: Lugar, pid: string, prazo: number): Promise<void> {
  const trava = join(base, 'vigia.pid');
  const minha = `${trava}.${pid}`;
  await writeFile(minha, pid);
  try {
    // link fails where the name exists: of two that start at once, one gets it.
    while (!(await link(minha, trava).then(() => true, existe))) {
      const outro = await readFile(trava, 'utf8').catch(() => '');
      if (!(await ehDaPasta(outro, dados))) await retirar(trava, outro, `${minha}.velha`);
      else if (Date.now() > prazo) throw new Error(`another entrada uses ${dados}; stop it first`);
      else await esperar(100);
    }
  } finally {
    await rm(minha, { force: true });
  }
}

/** Takes away a dead lock; one that a faster process has put in its place meanwhile is put back. */
async function retirar(trava: string, morta: string, posta: string): Promise<void> {
  await rename(trava, posta).catch(() => undefined); // another one took it away
  if ((await readFile(posta, 'utf8').catch(() => morta)) !== morta) await link(posta, trava).catch(() => undefined);
  await rm(posta, { force: true });
}

function existe(e: NodeJS.ErrnoException): false {
  if (e.code !== 'EEXIST') throw e;
  return false;
}

async function ativar({ stdin }: ChildProcess): Promise<void> {
  await new Promise<void>((pronto, falha) => stdin?.write('\n', (e) => (e ? falha(e) : pronto())));
}

async function parar(processo: ChildProcess): Promise<void> {
  if (processo.exitCode !== null) return;
  processo.ref();
  processo.stdin?.end();
  const [codigo] = await once(processo, 'exit');
  if (codigo !== 0) throw new Error(`the embedded Postgres did not stop (status ${codigo})`);
}
