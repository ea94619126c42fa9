import type { Efeito } from '@entrada/domain';
import { type Chave, conjunto } from './chave.ts';
import type { Sql } from './conectar.ts';
import { transacao } from './transacao.ts';
import type { Pendencia } from './webhook-eventos/pendentes.ts';

/** One claim of one effect. Whoever lost it, because it ran out and somebody else took the effect, changes nothing any more. */
export interface Reserva {
  seq: number;
  /** Token of the claim. */
  reserva: string;
}

export interface EfeitoReservado extends Chave, Reserva {
  efeito: Efeito;
  ocorrencia: number;
  /** The body's JSON text as Postgres prints it: the same bytes at every attempt. */
  corpo: string;
  /** This attempt included. */
  tentativas: number;
  /** By the database's clock. */
  reservado_em: Date;
}

const aberto = (sql: Sql, o: 'o' | 'antes') => {
  const linha = sql(o);
  return sql`${linha}.enviado_em is null and ${linha}.falhou_em is null and ${linha}.anulado_em is null`;
};

/** Nobody is sending it, and it is not waiting for a later attempt. */
const naVez = (sql: Sql) => sql`
  (o.reservado_ate is null or o.reservado_ate <= now()) and (o.proxima_tentativa_em is null or o.proxima_tentativa_em <= now())`;

/**
 * Claims the head of each of these orders, its oldest effect that has not ended, where it is due. Two statements: the
 * first locks the orders' open effects, the second sees what is true once they are locked. In a single one, a failed
 * effect that is taken up again at this moment would be overtaken: the snapshot still calls its successor the head.
 */
export async function reservarCabecas(
  sql: Sql,
  chaves: readonly Chave[],
  { reserva, duracaoMs }: { reserva: string; duracaoMs: number },
): Promise<EfeitoReservado[]> {
  return transacao(sql, async (tx) => {
    const abertos = await tx<{ seq: number }[]>`
      select o.seq from ${conjunto(tx, chaves)} join outbox o on o.origem = c.origem and o.pedido_id = c.recurso_id
      where ${aberto(tx, 'o')}
      order by o.seq
      for no key update of o skip locked`;
    if (abertos.length === 0) return [];
    return tx<EfeitoReservado[]>`
      update outbox o
      set reserva = ${reserva}, reservado_ate = now() + ${duracaoMs}::float8 * interval '1 ms',
        tentativas = tentativas + 1, tentado_desde = coalesce(tentado_desde, now())
      where o.seq = any(${abertos.map((a) => String(a.seq))}::text[]::bigint[]) and ${naVez(tx)} and not exists (
        select from outbox antes
        where antes.origem = o.origem and antes.pedido_id = o.pedido_id and antes.seq < o.seq and ${aberto(tx, 'antes')})
      returning o.seq, o.origem, o.pedido_id as recurso_id, o.efeito, o.ocorrencia, o.corpo::text as corpo, o.tentativas,
        o.reserva, clock_timestamp() as reservado_em`;
  });
}

/** The ERP has it. false: the claim was lost. */
export async function confirmarEfeito(sql: Sql, { seq, reserva }: Reserva): Promise<boolean> {
  const { count } = await sql`
    update outbox
    set enviado_em = now(), reserva = null, reservado_ate = null, proxima_tentativa_em = null, ultimo_erro = null
    where seq = ${seq} and reserva = ${reserva}`;
  return count === 1;
}

/** The ERP will never take it: the order's later effects go on without it. false: the claim was lost. */
export async function falharEfeito(sql: Sql, { seq, reserva }: Reserva, erro: string): Promise<boolean> {
  const { count } = await sql`
    update outbox
    set falhou_em = now(), reserva = null, reservado_ate = null, proxima_tentativa_em = null, ultimo_erro = ${erro}
    where seq = ${seq} and reserva = ${reserva}`;
  return count === 1;
}

export interface Adiamento {
  erro: string;
  esperaMs: number;
  /** Attempts go on for this long after the first; then the effect has failed. */
  desistirAposMs: number;
}

/** Puts the next attempt off, or gives up; null where the claim was lost. */
export async function adiarEfeito(
  sql: Sql,
  { seq, reserva }: Reserva,
  { erro, esperaMs, desistirAposMs }: Adiamento,
): Promise<'adiado' | 'falhou' | null> {
  const [linha] = await sql<{ falhou: boolean }[]>`
    update outbox
    set ultimo_erro = ${erro}, reserva = null, reservado_ate = null,
      falhou_em = case when fim.chegou then now() end,
      proxima_tentativa_em = case when not fim.chegou then now() + ${esperaMs}::float8 * interval '1 ms' end
    from (
      select coalesce(tentado_desde, criado_em) <= now() - ${desistirAposMs}::float8 * interval '1 ms' as chegou
      from outbox where seq = ${seq}
    ) as fim
    where seq = ${seq} and reserva = ${reserva}
    returning falhou_em is not null as falhou`;
  if (!linha) return null;
  return linha.falhou ? 'falhou' : 'adiado';
}

/**
 * Puts the heads of these orders off without claiming them, while it is known that the ERP does not answer. They do not
 * count as attempted, so that a pair of release and interruption can still be annulled.
 */
export async function adiarCabecas(
  sql: Sql,
  chaves: readonly Chave[],
  { erro, esperaMs }: { erro: string; esperaMs: number },
): Promise<number> {
  const { count } = await sql`
    with cabecas as (
      select o.seq from ${conjunto(sql, chaves)} join outbox o on o.origem = c.origem and o.pedido_id = c.recurso_id
      where ${aberto(sql, 'o')} and ${naVez(sql)} and not exists (
        select from outbox antes
        where antes.origem = o.origem and antes.pedido_id = o.pedido_id and antes.seq < o.seq and ${aberto(sql, 'antes')})
      order by o.seq
      for no key update of o skip locked
    )
    update outbox o
    set proxima_tentativa_em = now() + ${esperaMs}::float8 * interval '1 ms', ultimo_erro = coalesce(ultimo_erro, ${erro})
    from cabecas where o.seq = cabecas.seq`;
  return count;
}

/**
 * Orders whose head is due, one page by key, for the sweep. An effect that was never put off nor claimed has to be of a
 * certain age: a younger one is on its way already.
 */
export async function efeitosPendentes(
  sql: Sql,
  pagina: { aPartirDe: Chave | null; limite: number; idadeMinimaMs: number },
): Promise<Chave[]> {
  const { aPartirDe: ultima, limite, idadeMinimaMs } = pagina;
  return sql<Chave[]>`
    select origem, pedido_id as recurso_id
    from (
      select distinct on (origem, pedido_id) origem, pedido_id, criado_em, reservado_ate, proxima_tentativa_em
      from outbox o
      where ${aberto(sql, 'o')} and (origem, pedido_id) > (${ultima?.origem ?? ''}, ${ultima?.recurso_id ?? ''})
      order by origem, pedido_id, seq
    ) as o
    where ${naVez(sql)} and (o.reservado_ate is not null or o.proxima_tentativa_em is not null
      or o.criado_em <= now() - ${idadeMinimaMs}::float8 * interval '1 ms')
    order by origem, pedido_id
    limit ${limite}`;
}

export async function contarEfeitosPendentes(sql: Sql): Promise<Pendencia> {
  const [linha] = await sql<[Pendencia]>`
    select count(*) as pendentes, min(criado_em) as mais_antigo_em,
      coalesce(extract(epoch from now() - min(criado_em)) * 1000, 0)::float8 as mais_antigo_ms
    from outbox o where ${aberto(sql, 'o')}`;
  return linha;
}
