import type { Fila } from '@entrada/queue';
import { StartError } from '@entrada/runtime';

/**
 * A Redis of somebody's own holds one queue: workers of the demo would take another system's jobs, and find none of its
 * orders. A queue in the demo's own Postgres is always free.
 */
export async function exigirFilaLivre(fila: Fila): Promise<void> {
  if (fila.tipo !== 'redis') return;
  const agendadas = await fila
    .fila('agenda')
    .getJobSchedulersCount()
    .catch((cause: Error) => {
      throw new StartError(`Redis does not answer: ${cause.message}`, { cause });
    });
  if (agendadas > 0)
    throw new StartError(
      'The Redis of REDIS_URL already serves an Entrada. Give the demo one of its own, for instance another database of it: redis://localhost:6379/9',
    );
}

/** Leaves nothing in Redis; nobody may use the queue any more. */
export async function esvaziarFila(fila: Fila): Promise<void> {
  if (fila.tipo === 'redis') await Promise.all(fila.filas().map((q) => q.obliterate({ force: true })));
}
