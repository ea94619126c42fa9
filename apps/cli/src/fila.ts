import { createFila, type Fila } from '@entrada/queue';
import { createLogger } from '@entrada/runtime';
import type { Banco } from './banco.ts';

/** Runs `fn` with the queue on which the workers wait. */
export async function comFila<T>(
  { redisUrl, databaseUrl }: Pick<Banco, 'redisUrl' | 'databaseUrl'>,
  fn: (fila: Fila) => Promise<T>,
): Promise<T> {
  const logger = createLogger({ nome: 'cli', level: 'warn', destino: process.stderr });
  const fila = await createFila({ redisUrl, databaseUrl, papel: 'produtor', logger });
  try {
    return await fn(fila);
  } finally {
    await fila.fechar();
  }
}
