import type { Sql } from './conectar.ts';
import type { Tx } from './transacao.ts';

const nomeDoCursor = (origem: string): string => `pedidos_${origem}`;

export interface Cursor {
  origem: string;
  /** The token of this run: every write is guarded by it. */
  dono: string;
  /** Everything that changed before this moment is known. */
  valor: Date;
  /** What `valor` becomes when the run ends; null before its first page. */
  alvo: Date | null;
  /** Where a run that died had got to: the store's own token. */
  pagina: string | null;
}

/** Takes the cursor for a run; null where another run has it. Made one day back when a store first appears. */
export async function abrirCursor(
  sql: Sql,
  origem: string,
  { dono, duracaoMs }: { dono: string; duracaoMs: number },
): Promise<Cursor | null> {
  await sql`insert into cursores (nome) values (${nomeDoCursor(origem)}) on conflict (nome) do nothing`;
  const [linha] = await sql<Pick<Cursor, 'valor' | 'alvo' | 'pagina'>[]>`
    update cursores set dono = ${dono}, ate = now() + ${duracaoMs}::float8 * interval '1 ms'
    where nome = ${nomeDoCursor(origem)} and (ate is null or ate <= now() or dono = ${dono})
    returning valor, alvo, pagina`;
  return linha ? { origem, dono, ...linha } : null;
}

/** Keeps the place after a page, and the lease. false: another run has taken over, and nothing of the page may stay. */
export async function avancarCursor(
  tx: Tx,
  cursor: Cursor,
  { pagina, alvo, duracaoMs }: { pagina: string | null; alvo: Date; duracaoMs: number },
): Promise<boolean> {
  const { count } = await tx`
    update cursores set pagina = ${pagina}, alvo = ${alvo}, ate = now() + ${duracaoMs}::float8 * interval '1 ms'
    where nome = ${nomeDoCursor(cursor.origem)} and dono = ${cursor.dono}`;
  return count === 1;
}

/** The end of a run: `valor` moves to its target, never back. */
export async function fecharCursor(tx: Tx, cursor: Cursor): Promise<void> {
  await tx`
    update cursores set valor = greatest(valor, alvo), alvo = null, pagina = null, dono = null, ate = null
    where nome = ${nomeDoCursor(cursor.origem)} and dono = ${cursor.dono}`;
}

/** Gives the lease back; the place stays for the next run. */
export async function soltarCursor(sql: Sql, cursor: Cursor): Promise<void> {
  await sql`
    update cursores set dono = null, ate = null where nome = ${nomeDoCursor(cursor.origem)} and dono = ${cursor.dono}`;
}

/** How far each store's cursor lies behind the database's clock, in ms: what it says changed later was not asked for yet. */
export async function atrasoDosCursores(sql: Sql): Promise<{ origem: string; atraso_ms: number }[]> {
  return sql<{ origem: string; atraso_ms: number }[]>`
    select substr(nome, length('pedidos_') + 1) as origem,
      greatest(extract(epoch from now() - valor) * 1000, 0)::float8 as atraso_ms
    from cursores order by nome`;
}

/** Sets the cursor back, so that the next run reads from there. A run that is under way loses its lease. */
export async function recuarCursor(sql: Sql, origem: string, desde: Date): Promise<void> {
  await sql`
    insert into cursores (nome, valor) values (${nomeDoCursor(origem)}, ${desde})
    on conflict (nome) do update
    set valor = least(cursores.valor, excluded.valor), alvo = null, pagina = null, dono = null, ate = null`;
}

export async function lerCursor(sql: Sql, origem: string): Promise<{ valor: Date; pagina: string | null } | null> {
  const [linha] = await sql<{ valor: Date; pagina: string | null }[]>`
    select valor, pagina from cursores where nome = ${nomeDoCursor(origem)}`;
  return linha ?? null;
}
