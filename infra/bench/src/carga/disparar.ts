import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { NODE_TS } from '@entrada/testing';
import { RAIZ } from '../processo.ts';
import type { Carga, Resultado } from './tipos.ts';

const GERADOR = fileURLToPath(new URL('./gerador.ts', import.meta.url));

/**
 * Starts the generator and waits until everything is signed and connected.
 * @returns sends, and resolves with what was measured
 */
export async function prepararCarga(carga: Carga): Promise<() => Promise<Resultado>> {
  const processo = spawn(process.execPath, [...NODE_TS, GERADOR, JSON.stringify(carga)], {
    cwd: RAIZ,
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const linhas = createInterface({ input: processo.stdout });
  const linha = async (): Promise<string> => {
    const fim = once(processo, 'exit').then(() => Promise.reject(new Error('the load generator ended early')));
    fim.catch(() => undefined);
    const [texto] = (await Promise.race([once(linhas, 'line'), fim])) as [string];
    return texto;
  };
  await linha();
  return async () => {
    processo.stdin.write('vai\n');
    const resultado = JSON.parse(await linha()) as Resultado;
    if (resultado.recusadas > 0) throw new Error(`${resultado.recusadas} deliveries were not answered 200`);
    return resultado;
  };
}

export async function disparar(carga: Carga): Promise<Resultado> {
  return (await prepararCarga(carga))();
}
