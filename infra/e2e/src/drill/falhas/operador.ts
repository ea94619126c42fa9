import { setTimeout as esperar } from 'node:timers/promises';
import type { Frota } from '../frota.ts';
import type { Falha } from './falha.ts';

const QUANTOS = 200;

/** Runs again what was done and what failed: two jobs of one order may then run together. */
async function repetir({ fila }: Frota): Promise<void> {
  for (const nome of ['aplicar', 'publicar', 'consultar'] as const) {
    for (const estado of ['completed', 'failed'] as const) {
      const jobs = await fila.fila(nome).getJobs([estado], 0, QUANTOS);
      await Promise.all(jobs.map((job) => job.retry(estado).catch(() => undefined)));
    }
  }
}

async function limpar({ fila }: Frota): Promise<void> {
  for (const estado of ['wait', 'completed', 'failed', 'delayed', 'active'] as const)
    for (const queue of fila.filas()) await queue.clean(0, 10_000, estado);
}

async function obliterar({ fila }: Frota): Promise<void> {
  for (const queue of fila.filas()) await queue.obliterate({ force: true }).catch(() => undefined);
}

/** What a person can do to the queues, with jobs waiting in them: the workers are held for a moment. */
export const operador: Falha = {
  nome: 'operator: retries, cleans and obliterates the queues',
  usa: ['redis', 'processos'],
  duraMs: { curto: 0, longo: 0 },
  estragar: async (frota, golpe) => {
    await repetir(frota);
    for (const worker of frota.workers) worker.sinal('SIGSTOP');
    await esperar(1_500);
    await golpe();
    await repetir(frota);
    await limpar(frota);
    await obliterar(frota);
    for (const worker of frota.workers) worker.sinal('SIGCONT');
    // What is left of an obliterated queue is paused, and stays so: people look, and resume it.
    return async () => {
      for (const queue of frota.fila.filas()) await queue.resume();
    };
  },
};
