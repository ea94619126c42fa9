import { type Chave, conjunto } from './chave.ts';
import type { Sql } from './conectar.ts';

/**
 * How an order whose apply did not end is to be applied. 0: with others, the first suspicion; 1: alone; 2: one event at a
 * time.
 */
type Nivel = 0 | 1 | 2;

/**
 * Records that the apply of these orders begins. In a statement that commits at once, by whoever holds their locks: then a
 * record that is there already was left by a process that died.
 * @returns the orders that had none
 */
export async function marcarPartidas(sql: Sql, chaves: readonly Chave[]): Promise<Chave[]> {
  return sql<Chave[]>`
    insert into partidas (origem, recurso_id)
    select c.origem, c.recurso_id from ${conjunto(sql, chaves)} order by 1, 2
    on conflict do nothing
    returning origem, recurso_id`;
}

/** The end of an apply, in its transaction; or of one that failed in an ordinary way. */
export async function apagarPartidas(sql: Sql, chaves: readonly Chave[]): Promise<void> {
  if (chaves.length === 0) return;
  await sql`
    delete from partidas p using ${conjunto(sql, chaves)} where p.origem = c.origem and p.recurso_id = c.recurso_id`;
}

/** Goes one level further with an order whose apply did not end, and returns the level. Commits at once. */
export async function subirNivel(sql: Sql, { origem, recurso_id }: Chave): Promise<Nivel> {
  const [linha] = await sql<[{ nivel: Nivel }]>`
    insert into partidas as p (origem, recurso_id, nivel) values (${origem}, ${recurso_id}, 1)
    on conflict (origem, recurso_id) do update set nivel = least(p.nivel + 1, 2), em = now()
    returning nivel`;
  return linha.nivel;
}

export interface EventoSuspeito {
  evento_id: string;
  quedas: number;
}

/** An order's pending events, the least suspect first. */
export async function eventosSuspeitos(sql: Sql, { origem, recurso_id }: Chave): Promise<EventoSuspeito[]> {
  return sql<EventoSuspeito[]>`
    select evento_id, quedas from webhook_eventos
    where origem = ${origem} and recurso_id = ${recurso_id} and aplicado_em is null
    order by quedas, recebido_em, evento_id
    limit 1000`;
}

/** Counts the fall before it happens; `absolver` takes it back. Commits at once. */
export async function contarQueda(sql: Sql, origem: string, evento_id: string): Promise<void> {
  await sql`
    update webhook_eventos set quedas = quedas + 1
    where origem = ${origem} and evento_id = ${evento_id} and aplicado_em is null`;
}

/** An ordinary error is no fall: the event starts anew. */
export async function absolver(sql: Sql, origem: string, evento_id: string): Promise<void> {
  await sql`update webhook_eventos set quedas = 0 where origem = ${origem} and evento_id = ${evento_id}`;
}
