import { setTimeout as esperar } from 'node:timers/promises';
import { reconciliacoesDaOrigem } from '@entrada/db';
import { ORIGENS } from './ambiente.ts';
import type { Frota } from './frota.ts';

const PEDIR_DE_NOVO_MS = 3_000;

/** Has every store read once by a run that begins now; asked for again until one has come to its end. */
export async function reconciliarTodas(frota: Pick<Frota, 'sql' | 'fila'>, prazoMs: number): Promise<void> {
  await Promise.all(ORIGENS.map((origem) => reconciliar(frota, origem, prazoMs)));
}

async function reconciliar({ sql, fila }: Pick<Frota, 'sql' | 'fila'>, origem: string, prazoMs: number): Promise<void> {
  const ultima = (await reconciliacoesDaOrigem(sql, origem, 1))[0]?.id ?? 0;
  for (const ate = performance.now() + prazoMs; performance.now() < ate; await esperar(PEDIR_DE_NOVO_MS)) {
    const runs = await reconciliacoesDaOrigem(sql, origem, 20);
    if (runs.some((r) => r.id > ultima && r.terminada_em !== null && r.erro === null)) return;
    await fila.agendar({ tarefa: 'reconciliar', origem }).catch(() => undefined);
  }
  throw new Error(`the reconciliation of ${origem} did not end within ${prazoMs} ms`);
}
