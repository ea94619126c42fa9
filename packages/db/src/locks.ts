import { type Chave, conjunto } from './chave.ts';
import type { Tx } from './transacao.ts';

/**
 * Waits for the lock of each order, held until the transaction ends. A statement of its own: one that locked and read
 * would read a snapshot from before the lock. In ascending order of lock key: two batches never wait for each other.
 */
export async function travarPedidos(tx: Tx, chaves: readonly Chave[]): Promise<void> {
  await tx`
    select pg_advisory_xact_lock(trava)
    from (
      select distinct hashtextextended(origem || ':' || recurso_id, 0) as trava from ${conjunto(tx, chaves)} order by trava
    ) as travas`;
}

/** Takes the locks that are free at this moment and says which. */
export async function tentarTravarPedidos(tx: Tx, chaves: readonly Chave[]): Promise<Chave[]> {
  return tx<Chave[]>`
    select origem, recurso_id from ${conjunto(tx, chaves)}
    where pg_try_advisory_xact_lock(hashtextextended(origem || ':' || recurso_id, 0))`;
}
