import { type Queue, UnrecoverableError } from 'bullmq';
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

const OPCOES = {
  lockDuration: 30_000,
  stalledInterval: 10_000,
  // A stalled job only means that some process died: the table says what is left to do.
  maxStalledCount: 1_000,
  runRetryDelay: 1_000,
};

export function criarConsumidor<N extends NomeDeFila>(
  backend: Backend,
  queue: Queue,
  nome: N,
  handler: Handler<N>,
  concurrency: number,
): Consumidor {
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
    close: () => worker.close(),
  };
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
