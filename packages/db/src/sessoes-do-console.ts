import type { Sql } from './conectar.ts';

/** What the session holds; null where there is none, or its time is over by the database's clock. */
export async function buscarSessao(sql: Sql, id: string): Promise<unknown> {
  const [sessao] = await sql<{ dados: unknown }[]>`select dados from sessoes where id = ${id} and expira_em > now()`;
  return sessao?.dados ?? null;
}

/** The time of a session starts with its first write and is never prolonged. */
export async function gravarSessao(sql: Sql, sessao: { id: string; dados: object; duracaoMs: number }): Promise<void> {
  const { id, dados, duracaoMs } = sessao;
  await sql`
    insert into sessoes (id, dados, expira_em)
    values (${id}, ${JSON.stringify(dados)}::text::jsonb, now() + ${duracaoMs}::float8 * interval '1 ms')
    on conflict (id) do update set dados = excluded.dados`;
}

export async function apagarSessao(sql: Sql, id: string): Promise<void> {
  await sql`delete from sessoes where id = ${id}`;
}

export async function apagarSessoesVencidas(sql: Sql): Promise<number> {
  const { count } = await sql`delete from sessoes where expira_em <= now()`;
  return count;
}
