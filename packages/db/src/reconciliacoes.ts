import type { Chave } from './chave.ts';
import { linhas } from './chave.ts';
import type { Sql } from './conectar.ts';
import type { Tx } from './transacao.ts';

export interface Contagem {
  paginas: number;
  /** Orders that the store listed. */
  lidos: number;
  /** Readings that were not in the inbox. */
  novos: number;
  /** Of those, what no webhook had told us. */
  perdidos: number;
  ilegiveis: number;
}

export interface Reconciliacao extends Contagem {
  id: number;
  origem: string;
  iniciada_em: Date;
  terminada_em: Date | null;
  desde: Date;
  erro: string | null;
}

export async function iniciarReconciliacao(sql: Sql, origem: string, dono: string, desde: Date): Promise<number> {
  const [linha] = await sql<[{ id: number }]>`
    insert into reconciliacoes (origem, dono, desde) values (${origem}, ${dono}, ${desde}) returning id`;
  return linha.id;
}

export async function somarPagina(tx: Tx, id: number, pagina: Omit<Contagem, 'paginas'>): Promise<void> {
  await tx`
    update reconciliacoes
    set paginas = paginas + 1, lidos = lidos + ${pagina.lidos}, novos = novos + ${pagina.novos},
      perdidos = perdidos + ${pagina.perdidos}, ilegiveis = ilegiveis + ${pagina.ilegiveis}
    where id = ${id}`;
}

export async function terminarReconciliacao(sql: Sql, id: number, erro: string | null): Promise<Reconciliacao> {
  const [linha] = await sql<[Reconciliacao]>`
    update reconciliacoes set terminada_em = now(), erro = ${erro} where id = ${id}
    returning id, origem, iniciada_em, terminada_em, desde, paginas, lidos, novos, perdidos, ilegiveis, erro`;
  return linha;
}

/** Runs of one store, newest first. */
export async function reconciliacoesDaOrigem(sql: Sql, origem: string, limite: number): Promise<Reconciliacao[]> {
  return sql<Reconciliacao[]>`
    select id, origem, iniciada_em, terminada_em, desde, paginas, lidos, novos, perdidos, ilegiveis, erro
    from reconciliacoes where origem = ${origem} order by id desc limit ${limite}`;
}

export interface ReconciliacaoSeguida extends Reconciliacao {
  /** Whether its process still has the cursor. One that has neither ended nor got it has died. */
  viva: boolean;
}

/** The newest run of a store that began after `depoisDe`; null where there is none yet. */
export async function seguirReconciliacao(
  sql: Sql,
  origem: string,
  depoisDe: number,
): Promise<ReconciliacaoSeguida | null> {
  const [linha] = await sql<ReconciliacaoSeguida[]>`
    select r.id, r.origem, r.iniciada_em, r.terminada_em, r.desde, r.paginas, r.lidos, r.novos, r.perdidos, r.ilegiveis,
      r.erro, coalesce(c.ate > now(), false) as viva
    from reconciliacoes r left join cursores c on c.nome = 'pedidos_' || r.origem and c.dono = r.dono
    where r.origem = ${origem} and r.id > ${depoisDe}
    order by r.id desc limit 1`;
  return linha ?? null;
}

/**
 * How many of these readings say what no webhook has told us: the order is unknown or in another state, and no webhook of
 * it waits to be applied.
 */
export async function contarPerdidos(tx: Tx, leituras: readonly (Chave & { status: string })[]): Promise<number> {
  if (leituras.length === 0) return 0;
  const [linha] = await tx<[{ n: number }]>`
    select count(*) as n
    from jsonb_to_recordset(${linhas(tx, leituras)}) as l (origem text, recurso_id text, status text)
    left join pedidos p on p.origem = l.origem and p.id = l.recurso_id
    where p.status is distinct from l.status
      and not exists (
        select from webhook_eventos e
        where e.origem = l.origem and e.recurso_id = l.recurso_id and e.fonte = 'webhook' and e.aplicado_em is null)`;
  return linha.n;
}
