import type { Sql } from './conectar.ts';

/** Takes or renews a named lease by the database's clock. false: somebody else has it. */
export async function tomarLease(sql: Sql, nome: string, dono: string, duracaoMs: number): Promise<boolean> {
  const { count } = await sql`
    insert into leases as l (nome, dono, ate)
    values (${nome}, ${dono}, now() + ${duracaoMs}::float8 * interval '1 ms')
    on conflict (nome) do update set dono = excluded.dono, ate = excluded.ate
    where l.dono = excluded.dono or l.ate <= now()`;
  return count === 1;
}

export async function soltarLease(sql: Sql, nome: string, dono: string): Promise<void> {
  await sql`delete from leases where nome = ${nome} and dono = ${dono}`;
}
