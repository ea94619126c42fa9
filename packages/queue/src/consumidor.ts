import { setTimeout as dormir } from 'node:timers/promises';
import { type Queue, UnrecoverableError, type Worker } from 'bullmq';
import type { Backend } from './backend.ts';
import { DADOS, type DadosDa, type NomeDeFila } from './jobs.ts';

export interface Trabalho {
  id: string;
  /** `<origem>:<recurso_id>`, or the name of the periodic task. */
  nome: string;
}

/** Whatever it returns is kept with the finished job, for people to read: small, JSON, no payload. */
export type Handler<N extends NomeDeFila> = (dados: DadosDa<N>, trabalho: Trabalho) => Promise<unknown>;

export interface Consumidor {
  /** Jobs that run in this process now. */
  ativos(): number;
  /**
   * For how long jobs have been waiting while this process had room and took none. Compares with the previous call, so
   * call it every few seconds. Uses no clock but this process's own. 0 where the queue does not answer: a process is not
   * to blame for that.
   */
  semProgressoMs(): Promise<number>;
  /** Takes no more jobs, and waits for the ones that run. */
  close(): Promise<void>;
}

export interface ConsumidorDaFila extends Consumidor {
  /** After `close`: lets go of connections that a server without an answer kept open. */
  abandonar(): void;
}

const OPCOES = {
  lockDuration: 30_000,
  stalledInterval: 10_000,
  // A stalled job only means that some process died: the table says what is left to do.
  maxStalledCount: 1_000,
  runRetryDelay: 1_000,
};

const OLHAR_MS = 1_000;

export function criarConsumidor<N extends NomeDeFila>(
  backend: Backend,
  queue: Queue,
  nome: N,
  handler: Handler<N>,
  concurrency: number,
): ConsumidorDaFila {
  const vagas = Math.min(concurrency, backend.concorrenciaMaxima);
  let ativos = 0;
  let iniciados = 0;
  let visto = { iniciados: -1, desde: null as number | null };

  const worker = backend.criarWorker(
    nome,
    async (job) => {
      iniciados += 1;
      ativos += 1;
      try {
        return await handler(lerDados(nome, job.data), { id: job.id ?? '', nome: job.name });
      } finally {
        ativos -= 1;
      }
    },
    { ...OPCOES, concurrency: vagas },
  );

  return {
    ativos: () => ativos,
    semProgressoMs: async () => {
      const esperam = await haEspera(queue).catch(() => false);
      const parado = esperam && ativos < vagas && iniciados === visto.iniciados;
      visto = { iniciados, desde: parado ? (visto.desde ?? performance.now()) : null };
      return visto.desde === null ? 0 : performance.now() - visto.desde;
    },
    close: () => fecharWorker(worker, () => ativos),
    abandonar: () => void worker.disconnect().catch(() => {}),
  };
}

/**
 * The jobs that run are waited for, however long; a server that does not answer is not. The worker would wait for it
 * without end, and its jobs are taken up elsewhere anyway.
 */
async function fecharWorker(worker: Worker, ativos: () => number): Promise<void> {
  const fechado = worker.close().then(() => true);
  // Two idle looks in a row: a job that ended just before the first is still being marked as done.
  for (let ociosos = 0; ociosos < 2; ociosos = ativos() === 0 ? ociosos + 1 : 0)
    if (await Promise.race([fechado, dormir(OLHAR_MS, false)])) return;
}

async function haEspera(queue: Queue): Promise<boolean> {
  const { waiting = 0 } = await queue.getJobCounts('waiting');
  return waiting > 0 && !(await queue.isPaused());
}

/** A job whose data does not have the catalogue's form was not added by this program, or by another version of it. */
function lerDados<N extends NomeDeFila>(nome: N, dados: unknown): DadosDa<N> {
  const lidos = DADOS[nome].safeParse(dados);
  if (!lidos.success) throw new UnrecoverableError(`the data of this job is not what the queue ${nome} carries`);
  return lidos.data as DadosDa<N>;
}
