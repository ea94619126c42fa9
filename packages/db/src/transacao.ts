import postgres from 'postgres';
import type { Sql } from './conectar.ts';

declare const emTransacao: unique symbol;

/** A transaction under way. Only transacao makes one. */
export type Tx = Sql & { readonly [emTransacao]: true };

/**
 * The only door to a transaction (READ COMMITTED). Commits what `fn` did, or nothing of it.
 */
export async function transacao<T>(sql: Sql, fn: (tx: Tx) => Promise<T>): Promise<T> {
  const conexao = await sql.reserve();
  let viva = true;
  const perdida = (e: unknown): never => {
    if (!(e instanceof postgres.PostgresError)) viva = false;
    throw e;
  };
  try {
    await conexao`begin isolation level read committed`.catch(perdida);
    const valor = await fn(conexao as unknown as Tx);
    await conexao`commit`.catch(perdida);
    return valor;
  } catch (e) {
    if (viva) await conexao`rollback`.catch(() => (viva = false));
    throw e;
  } finally {
    if (viva) conexao.release();
  }
}
