import type { Sql } from './conectar.ts';

/** The database's clock, in ms since the epoch. Due times are compared with it, never with a process's own. */
export async function agoraDoBanco(sql: Sql): Promise<number> {
  const [linha] = await sql<[{ ms: number }]>`select (extract(epoch from clock_timestamp()) * 1000)::float8 as ms`;
  return linha.ms;
}
