import type { Fonte } from '@entrada/domain';
import { type Chave, chaveEmTexto, conjunto } from '../chave.ts';
import type { Sql } from '../conectar.ts';
import type { Tx } from '../transacao.ts';

export interface EventoPendente extends Chave {
  evento_id: string;
  tipo: string;
  fonte: Fonte;
  /** JSON text: numbers keep all their digits. */
  payload: string;
  recebido_em: Date;
  /** By the database's clock, when the event was read. */
  idade_ms: number;
  tentativas: number;
}

export interface PaginaDePendentes {
  eventos: EventoPendente[];
  /** Orders that have more pending events than were read. */
  incompletos: Chave[];
}

/** Events of each order, and bytes of all of them, that one page may hold: a hot order is applied in bounded memory. */
const MAX_EVENTOS = 2_000;
const MAX_BYTES = 32 * 1024 * 1024;

/**
 * The oldest pending events of these orders, at least one of each that has any.
 * @param limites.so this event and no other
 */
export async function lerPendentes(
  tx: Tx,
  chaves: readonly Chave[],
  { maxEventos = MAX_EVENTOS, maxBytes = MAX_BYTES, so }: { maxEventos?: number; maxBytes?: number; so?: string } = {},
): Promise<PaginaDePendentes> {
  const rows = await tx<(EventoPendente & { n: number; lidos: number })[]>`
    select c.origem, c.recurso_id, e.evento_id, e.tipo, e.fonte, e.payload::text as payload, e.recebido_em, e.tentativas,
      (extract(epoch from clock_timestamp() - e.recebido_em) * 1000)::float8 as idade_ms, e.n, e.lidos
    from ${conjunto(tx, chaves)} cross join lateral (
      select p.*, count(*) over () as lidos, row_number() over chegada as n,
        coalesce(sum(p.bytes) over (chegada rows between unbounded preceding and 1 preceding), 0) as antes
      from (
        select evento_id, tipo, fonte, payload, recebido_em, tentativas, coalesce(octet_length(corpo), 0) as bytes
        from webhook_eventos w
        where w.origem = c.origem and w.recurso_id = c.recurso_id and w.aplicado_em is null
          and (${so ?? null}::text is null or w.evento_id = ${so ?? null})
        order by recebido_em, evento_id limit ${maxEventos + 1}
      ) p
      window chegada as (order by p.recebido_em, p.evento_id)
    ) e
    where e.n <= ${maxEventos} and (e.n = 1 or e.antes + e.bytes <= ${Math.floor(maxBytes / Math.max(chaves.length, 1))}::bigint)
    order by e.recebido_em, c.origem, e.evento_id`;
  const ultimas = new Map(rows.map((r) => [chaveEmTexto(r), r]));
  return {
    eventos: rows.map(({ n, lidos, ...evento }) => evento),
    incompletos: [...ultimas.values()]
      .filter((r) => r.n < r.lidos)
      .map(({ origem, recurso_id }) => ({ origem, recurso_id })),
  };
}

/** Orders with a pending event that is old enough and due, one page by key. The whole pass sees each order once. */
export async function pedidosPendentes(
  sql: Sql,
  pagina: { aPartirDe: Chave | null; limite: number; idadeMinimaMs: number },
): Promise<Chave[]> {
  const { aPartirDe: ultima, limite, idadeMinimaMs } = pagina;
  return sql<Chave[]>`
    select origem, recurso_id
    from webhook_eventos
    where aplicado_em is null
      and (origem, recurso_id) > (${ultima?.origem ?? ''}, ${ultima?.recurso_id ?? ''})
      and recebido_em <= now() - ${idadeMinimaMs}::float8 * interval '1 ms'
      and (proxima_tentativa_em is null or proxima_tentativa_em <= now())
    group by origem, recurso_id
    order by origem, recurso_id
    limit ${limite}`;
}

export interface Pendencia {
  pendentes: number;
  mais_antigo_em: Date | null;
  /** By the database's clock; 0 where nothing is pending. */
  mais_antigo_ms: number;
}

export async function contarPendentes(sql: Sql): Promise<Pendencia> {
  const [linha] = await sql<[Pendencia]>`
    select count(*) as pendentes, min(recebido_em) as mais_antigo_em,
      coalesce(extract(epoch from now() - min(recebido_em)) * 1000, 0)::float8 as mais_antigo_ms
    from webhook_eventos where aplicado_em is null`;
  return linha;
}

export interface PendenciaDaOrigem {
  origem: string;
  pendentes: number;
  /** By the database's clock. */
  mais_antigo_ms: number;
}

/** The same per origem; an origem of which nothing is pending is not in it. Reads the partial index only. */
export async function contarPendentesPorOrigem(sql: Sql): Promise<PendenciaDaOrigem[]> {
  return sql<PendenciaDaOrigem[]>`
    select origem, count(*) as pendentes, (extract(epoch from now() - min(recebido_em)) * 1000)::float8 as mais_antigo_ms
    from webhook_eventos where aplicado_em is null group by origem order by origem`;
}

/**
 * Counts a failed attempt on the pending events of these orders and puts the next one off: 5 s doubling to 15 min, half
 * of it drawn. Rows that somebody holds are being applied at this moment and are left alone.
 * @returns when the first of them is due again; null where none was left to put off
 */
export async function registrarFalha(
  sql: Sql,
  chaves: readonly Chave[],
  falha: { erro: string },
): Promise<Date | null> {
  const [linha] = await sql<[{ proxima: Date | null }]>`
    with minhas as (
      select e.origem, e.evento_id
      from ${conjunto(sql, chaves)} join webhook_eventos e using (origem, recurso_id)
      where e.aplicado_em is null
      for no key update of e skip locked
    ), adiadas as (
      update webhook_eventos e
      set tentativas = e.tentativas + 1, erro = ${semNulos(falha.erro)},
        proxima_tentativa_em = now() + least(interval '15 min', interval '5 s' * 2 ^ least(e.tentativas, 10)) * (0.5 + random() / 2)
      from minhas where e.origem = minhas.origem and e.evento_id = minhas.evento_id
      returning e.proxima_tentativa_em
    )
    select min(proxima_tentativa_em) as proxima from adiadas`;
  return linha.proxima;
}

/** Postgres keeps no NUL in a text, and a message may quote the input that caused it. */
const semNulos = (texto: string): string => texto.replaceAll('\0', '\uFFFD');

/** Takes an order's waiting and `invalido` events up again; returns how many. The caller holds the order's lock. */
export async function retomar(tx: Tx, chave: Chave): Promise<number> {
  const { count } = await tx`
    update webhook_eventos
    set tentativas = 0, quedas = 0, proxima_tentativa_em = null, erro = null, aplicado_em = null, resultado = null, ocorreu_em = null
    where origem = ${chave.origem} and recurso_id = ${chave.recurso_id}
      and (aplicado_em is null or resultado = 'invalido')`;
  return count;
}
