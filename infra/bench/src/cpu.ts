import { readdir, readFile } from 'node:fs/promises';
import type { Medidas } from './cenario.ts';

type Quem = 'receiver' | 'worker' | 'postgres' | 'redis';

const TIQUES_POR_SEGUNDO = 100; // USER_HZ, the same on every Linux
const DE_QUEM: readonly (readonly [RegExp, Quem])[] = [
  [/^postgres/, 'postgres'],
  [/redis-server/, 'redis'],
  [/apps\/receiver|livro\/servidor|fastify-nu/, 'receiver'],
  [/apps\/worker|so-aplicar/, 'worker'],
];

/**
 * Processor time that each event cost the programs of the bench and its servers, from here on, in microseconds: unlike time
 * on the wall it hardly depends on who else uses the machine. Linux only; elsewhere nothing is measured.
 */
export async function medirCpu(nome: string): Promise<(eventos: number) => Promise<Medidas>> {
  const antes = await lerTudo();
  return async (eventos) => {
    const gasto = new Map<Quem, number>();
    for (const [pid, { quem, s }] of await lerTudo())
      gasto.set(quem, (gasto.get(quem) ?? 0) + s - (antes.get(pid)?.s ?? 0));
    return Object.fromEntries([...gasto].map(([quem, s]) => [`${nome}_${quem}_us`, (s * 1e6) / eventos]));
  };
}

async function lerTudo(): Promise<Map<string, { quem: Quem; s: number }>> {
  const pids = (await readdir('/proc').catch(() => [])).filter((nome) => /^\d+$/.test(nome));
  const lidos = await Promise.all(pids.map(async (pid) => [pid, await lerUm(pid)] as const));
  return new Map(lidos.flatMap(([pid, lido]) => (lido === null ? [] : [[pid, lido]])));
}

async function lerUm(pid: string): Promise<{ quem: Quem; s: number } | null> {
  try {
    const comando = (await readFile(`/proc/${pid}/cmdline`, 'utf8')).replaceAll('\0', ' ');
    const quem = DE_QUEM.find(([padrao]) => padrao.test(comando))?.[1];
    if (quem === undefined) return null;
    const campos = (await readFile(`/proc/${pid}/stat`, 'utf8')).split(') ')[1]?.split(' ') ?? [];
    return { quem, s: (Number(campos[11]) + Number(campos[12])) / TIQUES_POR_SEGUNDO };
  } catch {
    return null; // ended meanwhile
  }
}
