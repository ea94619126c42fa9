import {
  type Chave,
  consultasPendentes,
  efeitosPendentes,
  pedidosPendentes,
  type Sql,
  soltarLease,
  tomarLease,
} from '@entrada/db';
import type { Logger } from '@entrada/runtime';

export interface DepsDaVarredura {
  sql: Sql;
  logger: Logger;
  /** Names this process in the lease. */
  dono: string;
  enfileirar(pedidos: (Chave & { evento_id: null })[]): Promise<Enfileirados>;
  acordar(fila: 'publicar' | 'consultar', pedidos: Chave[]): Promise<Enfileirados>;
}

interface Enfileirados {
  enfileirados: number;
}

/** Orders brought back, by queue. */
export interface Varridos {
  aplicar: number;
  publicar: number;
  consultar: number;
}

/** One table to sweep: its orders that are due, one page by key, and what wakes them. */
interface Mesa {
  pagina(sql: Sql, p: { aPartirDe: Chave | null; limite: number; idadeMinimaMs: number }): Promise<Chave[]>;
  acordar(pedidos: Chave[]): Promise<Enfileirados>;
}

const LEASE = 'varredura';
const LEASE_MS = 60_000;
const PAGINA = 200;
/** Younger rows are on their way already. */
const IDADE_MINIMA_MS = 30_000;

/**
 * One pass over all orders that are due and older than 30 s, page by page, so that stuck ones never hide the rest. The
 * lease is a row, renewed before each page: no transaction stays open while the queue is written.
 * @returns how many orders were enqueued; none where another process has the lease
 */
export async function varrer(deps: DepsDaVarredura, idadeMinimaMs = IDADE_MINIMA_MS): Promise<Varridos> {
  const { sql, dono, enfileirar, acordar } = deps;
  const mesas: Record<keyof Varridos, Mesa> = {
    aplicar: {
      pagina: pedidosPendentes,
      acordar: (pedidos) => enfileirar(pedidos.map((chave) => ({ ...chave, evento_id: null }))),
    },
    publicar: { pagina: efeitosPendentes, acordar: (pedidos) => acordar('publicar', pedidos) },
    consultar: { pagina: consultasPendentes, acordar: (pedidos) => acordar('consultar', pedidos) },
  };
  const varridos: Varridos = {
    aplicar: await varrerMesa(deps, mesas.aplicar, idadeMinimaMs),
    publicar: await varrerMesa(deps, mesas.publicar, idadeMinimaMs),
    consultar: await varrerMesa(deps, mesas.consultar, idadeMinimaMs),
  };
  await soltarLease(sql, LEASE, dono);
  if (Object.values(varridos).some((n) => n > 0)) deps.logger.info(varridos, 'sweep found pending orders');
  return varridos;
}

async function varrerMesa({ sql, dono }: DepsDaVarredura, mesa: Mesa, idadeMinimaMs: number): Promise<number> {
  let total = 0;
  let aPartirDe: Chave | null = null;
  while (await tomarLease(sql, LEASE, dono, LEASE_MS)) {
    const pagina: Chave[] = await mesa.pagina(sql, { aPartirDe, limite: PAGINA, idadeMinimaMs });
    if (pagina.length > 0) total += (await mesa.acordar(pagina)).enfileirados;
    aPartirDe = pagina.at(-1) ?? null;
    if (pagina.length < PAGINA) break;
  }
  return total;
}
