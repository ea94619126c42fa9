import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmod, mkdir, stat, symlink } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { AMBIENTE } from './ambiente.ts';

/** The user that runs the server; undefined: the one that runs us. */
interface Dono {
  uid: number;
  gid: number;
}

export interface Pastas {
  /** Where root keeps a copy of the programs that the server's user can read. */
  cache: string;
  /** Where root keeps data when the wanted folder is closed to the server's user. */
  lib: string;
}

export interface Lugar extends Pastas {
  dono: Dono | undefined;
  base: string;
  dados: string;
  /** Options for every child process. */
  comoDono: { cwd: string; env: typeof AMBIENTE; uid?: number; gid?: number };
}

/** Decides who runs the server and where its data lies. */
export async function escolherLugar(pedida: string, pastas: Partial<Pastas>): Promise<Lugar> {
  const pasta = resolve(pedida);
  await mkdir(pasta, { recursive: true });
  const { cache = '/var/cache/entrada', lib = '/var/lib/entrada' } = pastas;
  const dono = await donoDoServidor(pasta);
  const base = dono && !alcanca(dono, pasta) ? await foraDoCaminhoFechado(pasta, lib) : pasta;
  return { cache, lib, dono, base, dados: join(base, 'postgres'), comoDono: { cwd: '/', env: AMBIENTE, ...dono } };
}

/** Postgres refuses to run as root: then the data's owner runs it, or `nobody`, which exists everywhere. */
async function donoDoServidor(pasta: string): Promise<Dono | undefined> {
  if (process.getuid?.() !== 0) return undefined;
  const atual = await stat(join(pasta, 'postgres')).catch(() => undefined);
  if (atual && atual.uid !== 0) return { uid: atual.uid, gid: atual.gid };
  const id = (flag: string) => Number(execFileSync('id', [flag, 'nobody'], { encoding: 'utf8' }));
  return { uid: id('-u'), gid: id('-g') };
}

/** Asks the system, not the modes of the folders above: only it knows them all. */
const alcanca = (dono: Dono, caminho: string): boolean =>
  spawnSync('/bin/sh', ['-c', 'cd "$0"', caminho], { cwd: '/', ...dono, stdio: 'ignore' }).status === 0;

async function foraDoCaminhoFechado(pasta: string, lib: string): Promise<string> {
  const fora = join(lib, createHash('sha256').update(pasta).digest('hex').slice(0, 12));
  await pastaAberta(lib);
  await pastaAberta(fora);
  await symlink(fora, join(pasta, 'dados')).catch(() => undefined);
  return fora;
}

/** A folder that everybody can enter, whatever the umask. */
export async function pastaAberta(pasta: string): Promise<void> {
  await mkdir(pasta, { recursive: true });
  await chmod(pasta, 0o755);
}
