import { setTimeout as dormir } from 'node:timers/promises';
import { StartError } from '@entrada/runtime';
import { Client } from 'pg';
import type { Registrador } from './backend.ts';

const CHAVE = 'uma_so';
const ESPERA_MS = 3_000;
const PASSO_MS = 250;

const SEGUNDO_WORKER =
  'another worker process already consumes the queue in Postgres, and several of them would deadlock: set REDIS_URL to run more than one, or stop the other';

export interface Trava {
  /** Why the lock is not ours any more; null while it is. */
  perdida(): string | null;
  aoPerder(fn: () => void): void;
  soltar(): Promise<void>;
}

/**
 * Takes the lock that one worker process holds for as long as it lives: a session lock on a connection of its own, so the
 * server releases it when the process dies. Waits a little, since a predecessor that was killed is noticed only a moment
 * later. Where the connection is lost, the lock is taken again; if somebody else got it meanwhile, it is lost.
 * @throws StartError where another process holds it
 */
export async function travarUmaSo(databaseUrl: string, logger: Registrador): Promise<Trava> {
  let cliente: Client | null = null;
  let perdida: string | null = null;
  let fechando = false;
  const ouvintes: (() => void)[] = [];

  const tomar = async (): Promise<boolean> => {
    const novo = new Client({
      connectionString: databaseUrl,
      application_name: 'entrada-uma-so',
      keepAlive: true,
      connectionTimeoutMillis: 5_000,
    });
    novo.on('error', () => {});
    try {
      await novo.connect();
      if (!(await tentar(novo))) throw new Ocupada();
    } catch (e) {
      await novo.end().catch(() => {});
      if (e instanceof Ocupada) return false;
      throw e;
    }
    cliente = novo;
    novo.once('end', () => void retomar());
    return true;
  };

  const retomar = async (): Promise<void> => {
    cliente = null;
    if (!fechando) logger.warn({}, 'the connection that holds the worker lock was lost: taking it again');
    while (!fechando && perdida === null && cliente === null) {
      const tomada = await tomar().catch(() => null);
      if (tomada === false) {
        perdida = SEGUNDO_WORKER;
        logger.error({}, perdida);
        for (const fn of ouvintes) fn();
      } else if (tomada === null) await dormir(PASSO_MS);
    }
  };

  if (!(await tomar())) throw new StartError(SEGUNDO_WORKER);
  return {
    perdida: () => perdida,
    aoPerder: (fn) => void ouvintes.push(fn),
    soltar: async () => {
      fechando = true;
      await cliente?.end().catch(() => {});
    },
  };
}

class Ocupada extends Error {}

/** Polls instead of waiting inside Postgres, where a waiter holds a snapshot. */
async function tentar(cliente: Client): Promise<boolean> {
  const ate = performance.now() + ESPERA_MS;
  for (;;) {
    const { rows } = await cliente.query<{ tomada: boolean }>(
      'select pg_try_advisory_lock(hashtextextended($1, 0)) as tomada',
      [CHAVE],
    );
    if (rows[0]?.tomada === true) return true;
    if (performance.now() > ate) return false;
    await dormir(PASSO_MS);
  }
}
