import { linhas } from '../chave.ts';
import type { Sql } from '../conectar.ts';

/** Something that was counted since the last time, of one origem. Names with a colon are buckets: `atraso:0.05` (seconds). */
export interface Contado {
  origem: string;
  nome: string;
  valor: number;
}

/** What a receiver has seen since the last time. */
export interface Recebimento {
  contados: readonly Contado[];
  /** Totals of each origem, those of `contados` included. */
  origens: readonly { origem: string; entregas: number; duplicadas: number; recusadas: number }[];
  segredos: readonly { origem: string; nome: string; usado_em: Date }[];
}

const minutoAtual = (sql: Sql) => sql`date_trunc('minute', now())`;

const somar = (sql: Sql, contados: readonly Contado[]) => sql`
  insert into contadores as c (minuto, origem, nome, valor)
  select ${minutoAtual(sql)}, origem, nome, valor
  from jsonb_to_recordset(${linhas(sql, contados)}) as n (origem text, nome text, valor bigint)
  order by origem, nome
  on conflict (minuto, origem, nome) do update set valor = c.valor + excluded.valor`;

/** Adds to this minute's sums, in one statement. Of each origem and name one row. */
export async function somarContadores(sql: Sql, contados: readonly Contado[]): Promise<void> {
  if (contados.length > 0) await somar(sql, contados);
}

/** Adds what a receiver has seen to the sums, to the totals of its origens and to the last use of their secrets. One statement. */
export async function gravarRecebimento(sql: Sql, { contados, origens, segredos }: Recebimento): Promise<void> {
  if (contados.length + origens.length + segredos.length === 0) return;
  await sql`
    with somadas as (${somar(sql, contados)}),
    soma as (
      select o.nome, n.entregas, n.duplicadas, n.recusadas
      from jsonb_to_recordset(${linhas(sql, origens)}) as n (
        origem text, entregas bigint, duplicadas bigint, recusadas bigint) join origens o on o.nome = n.origem
      order by o.nome for no key update of o
    ), totais as (
      update origens o
      set entregas = o.entregas + s.entregas, duplicadas = o.duplicadas + s.duplicadas, recusadas = o.recusadas + s.recusadas,
        primeira_entrega_em = case when s.entregas > 0 then coalesce(o.primeira_entrega_em, now()) else o.primeira_entrega_em end,
        ultima_entrega_em = case when s.entregas > 0 then greatest(o.ultima_entrega_em, now()) else o.ultima_entrega_em end
      from soma s where o.nome = s.nome
    )
    insert into segredos_usados as u (origem, nome, ultimo_uso_em)
    select origem, nome, usado_em
    from jsonb_to_recordset(${linhas(sql, segredos)}) as n (origem text, nome text, usado_em timestamptz)
    order by origem, nome
    on conflict (origem, nome) do update set ultimo_uso_em = greatest(u.ultimo_uso_em, excluded.ultimo_uso_em)`;
}

/**
 * Looks at what is a state and no sum, and keeps it for this minute. Backlogs are counted up to 100,000: a chart that stands
 * at its edge says enough, and the look stays short.
 */
export async function medirEstado(sql: Sql): Promise<void> {
  await sql`
    insert into medidas (minuto, nome, valor)
    select ${minutoAtual(sql)}, nome, valor from (
      select 'pendentes' as nome, count(*) as valor from (select from webhook_eventos where aplicado_em is null limit 100000) p
      union all
      select 'mais_antigo_ms', coalesce(extract(epoch from now() - min(recebido_em)) * 1000, 0)::bigint
      from webhook_eventos where aplicado_em is null
      union all
      select 'efeitos_pendentes', count(*) from (
        select from outbox where enviado_em is null and falhou_em is null and anulado_em is null limit 100000) p
      union all
      select 'efeitos_falhos', count(*) from (
        select from outbox where falhou_em is not null and descartado_em is null limit 100000) f
    ) m
    on conflict (minuto, nome) do update set valor = excluded.valor`;
}

/** Throws away what no chart shows any more: one batch of each; returns how many. */
export async function podarContadores(sql: Sql): Promise<number> {
  const velho = sql`now() - interval '2 days'`;
  const { count: somas } = await sql`
    delete from contadores where (minuto, origem, nome) in (
      select minuto, origem, nome from contadores where minuto < ${velho} order by minuto limit 5000)`;
  const { count: medidas } = await sql`
    delete from medidas where (minuto, nome) in (
      select minuto, nome from medidas where minuto < ${velho} order by minuto limit 5000)`;
  return somas + medidas;
}
