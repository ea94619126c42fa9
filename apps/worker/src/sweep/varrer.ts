import { type Chave, pedidosPendentes, type Sql, soltarLease, tomarLease } from '@entrada/db';
import type { Logger } from '@entrada/runtime';

export interface DepsDaVarredura {
  sql: Sql;
  logger: Logger;
  /** Names this process in the lease. */
  dono: string;
  enfileirar(pedidos: (Chave & { evento_id: null })[]): Promise<{ enfileirados: number }>;
}

const LEASE = 'varredura';
const LEASE_MS = 60_000;
const PAGINA = 200;
/** Younger rows are on their way already. */
const IDADE_MINIMA_MS = 30_000;

/**
 * One pass over all orders that are due and older than 30 s, page by page, so that stuck ones never hide the rest. The
 * lease is a row, renewed before each page: no transaction stays open while the queue is written.
 * @returns how many orders were enqueued; 0 also where another process has the lease
 */
export async function varrer(
  deps: DepsDaVarredura,
  idadeMinimaMs = IDADE_MINIMA_MS,
): Promise<{ reenfileirados: number }> {
  const { sql, dono, enfileirar } = deps;
  let reenfileirados = 0;
  let aPartirDe: Chave | null = null;
  while (await tomarLease(sql, LEASE, dono, LEASE_MS)) {
    const pagina: Chave[] = await pedidosPendentes(sql, { aPartirDe, limite: PAGINA, idadeMinimaMs });
    if (pagina.length > 0) {
      const { enfileirados } = await enfileirar(pagina.map((chave) => ({ ...chave, evento_id: null })));
      reenfileirados += enfileirados;
    }
    aPartirDe = pagina.at(-1) ?? null;
    if (pagina.length < PAGINA) {
      await soltarLease(sql, LEASE, dono);
      break;
    }
  }
  if (reenfileirados > 0) deps.logger.info({ reenfileirados }, 'sweep found pending orders');
  return { reenfileirados };
}
