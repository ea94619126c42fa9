import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { executar } from './ambiente.ts';
import type { Lugar } from './lugar.ts';

/**
 * Clears what a crash left, by whoever holds the folder's lock. A server that is still there lost its guard: it is
 * stopped. Otherwise its pid file goes: pids are reused, and Postgres takes any process of its user for itself.
 */
export async function pararOrfao({ dados, comoDono }: Lugar, bin: string): Promise<void> {
  const arquivo = join(dados, 'postmaster.pid');
  const pid = (await readFile(arquivo, 'utf8').catch(() => '')).split('\n')[0];
  if (!pid) return;
  if (await ehDaPasta(pid, dados))
    await executar(join(bin, 'pg_ctl'), ['-D', dados, '-m', 'fast', '-w', 'stop'], comoDono);
  else await rm(arquivo, { force: true });
}

/** Whether a process with this pid runs and its command line names this data folder. */
export async function ehDaPasta(pid: string, dados: string): Promise<boolean> {
  return (await comando(pid)).includes(dados);
}

async function comando(pid: string): Promise<string> {
  if (process.platform === 'linux') return readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
  return executar('ps', ['-o', 'command=', '-p', pid]).then(
    (r) => r.stdout,
    () => '',
  );
}
