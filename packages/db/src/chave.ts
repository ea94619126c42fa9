import type { Sql } from './conectar.ts';

/** One order of one store. */
export interface Chave {
  origem: string;
  recurso_id: string;
}

/** The keys as a set `c (origem, recurso_id)` to join with: two parameters, however many keys. */
export const conjunto = (sql: Sql, chaves: readonly Chave[]) =>
  sql`unnest(${chaves.map((c) => c.origem)}::text[], ${chaves.map((c) => c.recurso_id)}::text[]) as c (origem, recurso_id)`;

/** Rows for jsonb_to_recordset: one parameter of any number of rows, and the column list says the types. */
export const linhas = (sql: Sql, rows: readonly object[]) => sql`${JSON.stringify(rows)}::text::jsonb`;

/** Rows of one statement, so that none comes near statement_timeout however hot an order is. */
const LINHAS_POR_COMANDO = 4_000;

/** One statement for as many rows as it may take, one after the other, in the order of `rows`. None where there are no rows. */
export async function emPartes<T>(
  rows: readonly T[],
  gravar: (parte: readonly T[]) => Promise<unknown>,
): Promise<void> {
  for (let de = 0; de < rows.length; de += LINHAS_POR_COMANDO) await gravar(rows.slice(de, de + LINHAS_POR_COMANDO));
}

/** The key as one text, for maps. The name of an origem has no colon. */
export const chaveEmTexto = ({ origem, recurso_id }: Chave): string => `${origem}:${recurso_id}`;

/** Rows by the order that they belong to. */
export function porPedido<T extends Chave>(rows: readonly T[]): Map<string, T[]> {
  const grupos = new Map<string, T[]>();
  for (const row of rows) {
    const chave = chaveEmTexto(row);
    const grupo = grupos.get(chave);
    if (grupo) grupo.push(row);
    else grupos.set(chave, [row]);
  }
  return grupos;
}
