import { spawnSync } from 'node:child_process';
import { chmod, mkdtemp, readFile, readlink, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { assinarLoja, freePort, NODE_TS, type Processo, startProcess } from '@entrada/testing';

export const RAIZ = fileURLToPath(new URL('../../..', import.meta.url));
export const MAIN = 'apps/cli/src/main.ts';

/** A place of its own for a system: folder and ports, the same at every start. */
export interface Lugar {
  pasta: string;
  env: Record<string, string>;
  receiver: string;
  apagar(): Promise<void>;
}

/** @param modo 0o700: as root, a folder that the database's user cannot enter */
export async function criarLugar(modo = 0o711): Promise<Lugar> {
  const dentro = await mkdtemp(join(tmpdir(), 'entrada-e2e-'));
  await chmod(dentro, modo);
  const pasta = join(dentro, '.entrada');
  const [receiver, worker, console] = [await freePort(), await freePort(), await freePort()];
  return {
    pasta,
    env: { RECEIVER_PORT: `${receiver}`, WORKER_PORT: `${worker}`, CONSOLE_PORT: `${console}` },
    receiver: `http://127.0.0.1:${receiver}`,
    apagar: async () => {
      const fora = await readlink(join(pasta, 'dados')).catch(() => null);
      if (fora?.startsWith('/var/lib/entrada/')) await rm(fora, { recursive: true, force: true });
      await rm(dentro, { recursive: true, force: true });
    },
  };
}

/** `entrada start` in a group of its own, as a terminal runs it. */
export function iniciarEntrada({ pasta, env }: Lugar, mais: Record<string, string> = {}): Processo {
  const args = [...NODE_TS, MAIN, 'start', '--pasta', pasta];
  return startProcess({ command: process.execPath, args, cwd: RAIZ, env: { ...env, ...mais } });
}

export async function subirEntrada(lugar: Lugar, mais: Record<string, string> = {}): Promise<Processo> {
  const processo = iniciarEntrada(lugar, mais);
  await processo.esperarLinha(/Stop with Ctrl-C/);
  return processo;
}

/** Any other command, run to its end. */
export function entrada({ pasta }: Lugar, argumentos: readonly string[], env: Record<string, string> = {}) {
  return executar(process.execPath, [...NODE_TS, MAIN, ...argumentos, '--pasta', pasta], env);
}

export async function executar(command: string, args: readonly string[], env: Record<string, string> = {}) {
  const processo = startProcess({ command, args, cwd: RAIZ, env });
  const { code } = await processo.terminou;
  return { code, saida: processo.saida() };
}

/** The programs that a start has running, by name. */
export function filhos(pid: number): Record<string, number> {
  const { stdout } = spawnSync('ps', ['-A', '-o', 'pid=,ppid=,args='], { encoding: 'utf8' });
  const linhas = stdout.split('\n').map((l) => /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(l));
  return Object.fromEntries(
    linhas.flatMap((l) => {
      const nome = /apps\/(\w+)\/src\/main\.ts/.exec(l?.[3] ?? '')?.[1];
      return l && Number(l[2]) === pid && nome ? [[nome, Number(l[1])]] : [];
    }),
  );
}

/** Those of these processes that are still there. */
export const vivos = (pids: readonly number[]): number[] =>
  pids.filter((pid) => {
    const { stdout } = spawnSync('ps', ['-o', 'stat=', '-p', String(pid)], { encoding: 'utf8' });
    return stdout.trim() !== '' && !stdout.startsWith('Z');
  });

export async function pidDoPostgres({ pasta }: Lugar): Promise<number> {
  const texto = await readFile(join(pasta, 'postgres', 'postmaster.pid'), 'utf8');
  return Number(texto.split('\n')[0]);
}

export async function segredoDe({ pasta }: Lugar): Promise<string> {
  return (await readFile(join(pasta, 'segredo'), 'utf8')).trim();
}

/** Sends one event as the store of development does; returns the receiver's answer. */
export async function enviar(
  lugar: Lugar,
  id: string,
  type: string,
  pedido: string,
  mais: object = {},
): Promise<unknown> {
  const corpo = JSON.stringify({ id, type, occurred_at: '2025-05-05T10:00:00Z', ...mais, data: { id: pedido } });
  const headers = assinarLoja(await segredoDe(lugar), corpo);
  const resposta = await fetch(`${lugar.receiver}/webhooks/loja`, { method: 'POST', headers, body: corpo });
  return resposta.json();
}
