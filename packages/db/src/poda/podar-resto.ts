import type { Sql } from '../conectar.ts';

/** Rows at most per statement: each is short, and its locks are held for a moment. */
const LOTE = 500;

/** Closed events that concern no order: calls by which stores test, and types that say nothing of one. */
export async function apagarAvulsos(
  sql: Sql,
  avulsos: readonly { origem: string; evento_id: string }[],
): Promise<number> {
  if (avulsos.length === 0) return 0;
  const { count } = await sql`
    delete from webhook_eventos e
    using unnest(${avulsos.map((a) => a.origem)}::text[], ${avulsos.map((a) => a.evento_id)}::text[]) as a (origem, evento_id)
    where e.origem = a.origem and e.evento_id = a.evento_id and e.recurso_id is null and e.aplicado_em is not null`;
  return count;
}

/** One batch of deliveries in quarantine, settled or not, that are older than so many days. */
export async function podarQuarentena(sql: Sql, dias: number): Promise<number> {
  const { count } = await sql`
    delete from quarentena where id in (
      select id from quarentena where recebida_em < now() - make_interval(days => ${dias}::int) order by id limit ${LOTE})`;
  return count;
}

/** One batch of old runs; the last one of each store stays, whatever its age. */
export async function podarReconciliacoes(sql: Sql, dias: number): Promise<number> {
  const { count } = await sql`
    delete from reconciliacoes where id in (
      select r.id from reconciliacoes r
      where r.iniciada_em < now() - make_interval(days => ${dias}::int)
        and r.id < (select max(u.id) from reconciliacoes u where u.origem = r.origem)
      order by r.id limit ${LOTE})`;
  return count;
}
