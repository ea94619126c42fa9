import { randomUUID } from 'node:crypto';
import {
  abrirCursor,
  type Cursor,
  criterioDaOrigem,
  fecharCursor,
  iniciarReconciliacao,
  type Reconciliacao,
  type Sql,
  soltarCursor,
  terminarReconciliacao,
  transacao,
} from '@entrada/db';
import type { Criterio } from '@entrada/domain';
import type { ClienteDaApi, Origem } from '@entrada/providers';
import type { Logger } from '@entrada/runtime';
import { guardarPagina } from './guardar-pagina.ts';

export interface DepsDaReconciliacao {
  sql: Sql;
  logger: Logger;
  enfileirar(pedidos: { origem: string; recurso_id: string; evento_id: string }[]): Promise<unknown>;
  /** False once this process is asked to end: the run stops after its page, and the next one goes on from there. */
  continuar?(): boolean;
  /** Told of each run's counts once it has ended. */
  aoTerminar?(run: Reconciliacao): void;
}

/** The store's index lags: an order that changed just before a run may be listed only after it. */
const SOBREPOSICAO_MS = 2 * 60_000;
/** Renewed with each page; a page takes less than half of it, retries included. */
const LEASE_MS = 90_000;

/** Where a page stands: what the cursor keeps between two of them. */
export interface Lugar {
  pagina: string | null;
  alvo: Date | null;
}

/**
 * Role reconcile: one run over the orders of one store that changed since the cursor, page by page. What a page says and
 * the place after it are one transaction, so that a run that dies goes on where it was; the cursor itself moves at the end.
 * @returns the run; null where another one has the cursor
 */
export async function reconciliar(deps: DepsDaReconciliacao, origem: Origem): Promise<Reconciliacao | null> {
  const { sql, logger } = deps;
  if (origem.api === null) return null;
  const cursor = await abrirCursor(sql, origem.nome, { dono: randomUUID(), duracaoMs: LEASE_MS });
  if (cursor === null) return null;

  const desde = new Date(cursor.valor.getTime() - SOBREPOSICAO_MS);
  const run = await iniciarReconciliacao(sql, origem.nome, cursor.dono, desde);
  const erro = await percorrer(deps, { origem, api: origem.api, cursor, desde, run }).catch((e: unknown) =>
    e instanceof Error ? e.message : String(e),
  );
  if (erro !== null) await soltarCursor(sql, cursor);
  const terminada = await terminarReconciliacao(sql, run, erro);
  deps.aoTerminar?.(terminada);
  const { paginas, lidos, novos, perdidos, ilegiveis } = terminada;
  const linha = { origem: origem.nome, desde, paginas, lidos, novos, perdidos, ilegiveis };
  if (erro === null) logger.info(linha, 'reconciled');
  else logger.warn({ ...linha, erro }, 'reconciliation stopped; the next run goes on from its page');
  return terminada;
}

export interface Passagem {
  origem: Origem;
  api: ClienteDaApi;
  cursor: Cursor;
  desde: Date;
  run: number;
}

/** @returns null at the end of the list, otherwise why it stopped */
async function percorrer(deps: DepsDaReconciliacao, passagem: Passagem): Promise<string | null> {
  const { sql } = deps;
  const { api, cursor, desde, origem } = passagem;
  const criterio: Criterio | null = origem.versao ?? (await criterioDaOrigem(sql, origem.nome));
  const vistas = new Set<string>();
  let lugar: Lugar = { pagina: cursor.pagina, alvo: cursor.alvo };
  for (;;) {
    if (deps.continuar?.() === false) return 'this worker is shutting down';
    const lista = await api.listar({ desde, pagina: lugar.pagina });
    if (lista.tipo === 'falha') return lista.motivo;
    const seguinte = await guardarPagina(deps, passagem, lista, { lugar, criterio, duracaoMs: LEASE_MS });
    if (seguinte === null) return 'another run took over the cursor';
    if (seguinte.pagina === null) break;
    if (vistas.has(seguinte.pagina)) return 'the store gave the same page token twice';
    vistas.add(seguinte.pagina);
    lugar = seguinte;
  }
  await transacao(sql, (tx) => fecharCursor(tx, cursor));
  return null;
}
