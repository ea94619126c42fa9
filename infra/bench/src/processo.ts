import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { openSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { NODE_TS } from '@entrada/testing';

export const RAIZ = fileURLToPath(new URL('../../../', import.meta.url));

/** A program of the bench or of the product, as a process. */
export interface Filho {
  esperarLinha(linha: RegExp, prazoMs?: number): Promise<RegExpExecArray>;
  /** Resident memory now, in MB. */
  memoriaMb(): Promise<number>;
  parar(): Promise<void>;
}

const vivos = new Set<number>();
process.once('exit', () => {
  for (const pid of vivos) matar(pid, 'SIGKILL');
});

let contador = 0;

/** Starts a program. Its output goes to a file, as it would to a log collector: nobody here has to read it. */
export function iniciar(programa: string, pasta: string, env: Record<string, string>, extras: string[] = []): Filho {
  contador += 1;
  const log = join(pasta, `${contador}-${programa.replaceAll('/', '_')}.log`);
  const saida = openSync(log, 'a');
  const processo = spawn(process.execPath, [...extras, ...NODE_TS, programa], {
    cwd: RAIZ,
    env: { PATH: process.env.PATH, HOME: process.env.HOME, ...env },
    stdio: ['ignore', saida, saida],
  });
  const pid = processo.pid ?? -1;
  vivos.add(pid);
  const terminou = once(processo, 'exit').then(() => vivos.delete(pid));
  const acabou = (): boolean => processo.exitCode !== null || processo.signalCode !== null;
  return {
    async esperarLinha(linha, prazoMs = 60_000) {
      const fim = performance.now() + prazoMs;
      for (;;) {
        const morto = acabou();
        const texto = await readFile(log, 'utf8');
        const achada = linha.exec(texto);
        if (achada) return achada;
        if (morto || performance.now() > fim)
          throw new Error(`${programa} did not say ${linha}: ${texto.slice(-2000)}`);
        await new Promise((r) => setTimeout(r, 50));
      }
    },
    async memoriaMb() {
      const estado = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
      return Number(/VmRSS:\s+(\d+)/.exec(estado)?.[1] ?? 0) / 1024;
    },
    async parar() {
      if (!acabou()) matar(pid, 'SIGTERM');
      await terminou;
    },
  };
}

function matar(pid: number, sinal: NodeJS.Signals): void {
  try {
    process.kill(pid, sinal);
  } catch {
    // gone already
  }
}
