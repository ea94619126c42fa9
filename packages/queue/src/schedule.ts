import type { Registrador } from './backend.ts';
import type { Fila } from './fila.ts';
import type { Tarefa } from './jobs.ts';

/** Everything periodic. One turn of a task may begin before the last one ended: the handler takes a lease. */
export const AGENDA: readonly { tarefa: Tarefa; cadaMs: number }[] = [
  { tarefa: 'varrer', cadaMs: 15_000 }, // orders, effects and wishes that are due and that nobody was woken for
  { tarefa: 'reconciliar', cadaMs: 300_000 }, // what the stores' APIs say that no webhook told
  { tarefa: 'podar', cadaMs: 600_000 }, // what is older than the retention, for a minute at most
];

const RENOVAR_MS = 60_000;

export interface Garantia {
  garantidas: number;
  /** Tasks that were silent, because some process with a wrong clock had put their next turn far ahead. */
  reparadas: number;
}

/**
 * Sees to it that every task of the agenda is scheduled. Call it at the start and every 60 s: a scheduler does not come
 * back by itself after Redis was emptied.
 * @param agoraDoBanco the database's clock in ms since the epoch; the clock of this process may be the wrong one
 */
export async function garantirAgenda(fila: Fila, agoraDoBanco: () => Promise<number>): Promise<Garantia> {
  const queue = fila.fila('agenda');
  const agora = await agoraDoBanco();
  let reparadas = 0;
  for (const { tarefa, cadaMs } of AGENDA) {
    const atual = await queue.getJobScheduler(tarefa);
    // An upsert keeps the next turn where it is. Removing first loses the turn that may be due just now, so only then.
    if (atual?.next && atual.next > agora + 2 * cadaMs) {
      await queue.removeJobScheduler(tarefa);
      reparadas += 1;
    }
    await queue.upsertJobScheduler(tarefa, { every: cadaMs }, { name: tarefa, data: { tarefa } });
  }
  return { garantidas: AGENDA.length, reparadas };
}

/**
 * Calls garantirAgenda now, every 60 s, and when the queue's server is back, one at a time. Never throws: what failed is
 * tried again, sooner.
 */
export function manterAgenda(
  fila: Fila,
  agoraDoBanco: () => Promise<number>,
  logger: Registrador,
): { parar(): Promise<void> } {
  let relogio: NodeJS.Timeout | undefined;
  let parada = false;
  let emCurso = Promise.resolve();
  const vez = async (): Promise<void> => {
    let seguinte = RENOVAR_MS;
    try {
      const { reparadas } = await garantirAgenda(fila, agoraDoBanco);
      if (reparadas > 0) logger.warn({ reparadas }, 'schedule: turns far in the future were brought back');
    } catch (err) {
      seguinte = RENOVAR_MS / 12;
      if (!parada) logger.warn({ err }, 'schedule: not renewed, trying again');
    }
    clearTimeout(relogio);
    if (!parada) relogio = setTimeout(iniciar, seguinte);
  };
  const iniciar = (): void => {
    clearTimeout(relogio);
    emCurso = emCurso.then(() => (parada ? undefined : vez()));
  };
  iniciar();
  fila.aoVoltar(iniciar);
  return {
    parar: async () => {
      parada = true;
      clearTimeout(relogio);
      await emCurso;
    },
  };
}
