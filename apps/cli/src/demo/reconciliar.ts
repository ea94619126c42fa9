import { setTimeout as esperar } from 'node:timers/promises';
import { reconciliacoesDaOrigem, type Sql } from '@entrada/db';
import type { Fila } from '@entrada/queue';

const INTERVALO_MS = 500;
const PEDIR_DE_NOVO_MS = 3_000;

/**
 * Has the whole of a store's recent past read once, by a run that begins now. Asked for again until one has come to its
 * end: a run that the schedule started before may hold the cursor, and an API may fail.
 * @returns why it gave up, or null
 */
export async function reconciliarAgora(sql: Sql, fila: Fila, origem: string, prazoMs: number): Promise<string | null> {
  const [anterior] = await reconciliacoesDaOrigem(sql, origem, 1);
  const ate = performance.now() + prazoMs;
  let erro: string | null = null;
  for (let pedidaEm = Number.NEGATIVE_INFINITY; performance.now() < ate; ) {
    const runs = (await reconciliacoesDaOrigem(sql, origem, 20)).filter((r) => r.id > (anterior?.id ?? 0));
    if (runs.some((r) => r.terminada_em !== null && r.erro === null)) return null;
    erro = runs[0]?.erro ?? erro;
    if (performance.now() - pedidaEm > PEDIR_DE_NOVO_MS) {
      await fila.agendar({ tarefa: 'reconciliar', origem });
      pedidaEm = performance.now();
    }
    await esperar(INTERVALO_MS);
  }
  return `reconciliation of ${origem} did not end: ${erro ?? 'no run was seen'}`;
}
