import postgres from 'postgres';
import { type Sql, sessoesDe } from './conectar.ts';
import type { Sessao } from './sessoes.ts';

declare const emTransacao: unique symbol;

/** A transaction under way. Only transacao makes one. */
export type Tx = Sql & { readonly [emTransacao]: true };

const emCurso = new WeakSet<object>();

/** Whether statements on `sql` hold their locks beyond their own end. */
export const estaEmTransacao = (sql: Sql): boolean => emCurso.has(sql);

/**
 * The only door to a transaction (READ COMMITTED). Commits all that `fn` did, or nothing of it. It has connections of
 * its own (see sessoes), so that sql.begin's fault cannot happen: that one writes BEGIN before it has its connection.
 */
export async function transacao<T>(sql: Sql, fn: (tx: Tx) => Promise<T>): Promise<T> {
  return sessoesDe(sql).usar(async (sessao) => {
    // Read only is the default of these sessions: a statement that strays out of its transaction cannot write.
    const demora = setTimeout(() => sessao.matar(), PRAZO_DO_COMECO_MS);
    await controlar(sessao, sessao.sql`begin isolation level read committed read write`).finally(() =>
      clearTimeout(demora),
    );
    const porta = abrirPorta(sessao);
    try {
      const valor = await fn(porta.tx);
      porta.fechar();
      await confirmar(sessao);
      return valor;
    } catch (e) {
      porta.fechar();
      // Where the connection is lost the server rolls back by itself.
      if (!sessao.morta) await controlar(sessao, sessao.sql`rollback`).catch(() => undefined);
      throw e;
    }
  });
}

/** Beyond connect_timeout: against a proxy that accepts and closes, postgres tries for ever. */
const PRAZO_DO_COMECO_MS = 6_000;

async function confirmar(sessao: Sessao): Promise<void> {
  if (sessao.morta) throw conexaoPerdida();
  const { command } = await controlar(sessao, sessao.sql`commit`);
  // Postgres answers ROLLBACK, without an error, where a statement had failed and the failure was swallowed.
  if (command !== 'COMMIT') throw new Error('a statement of this transaction failed, so it was rolled back');
}

/** A session on which one of these fails for another reason than the server's answer is of no further use. */
async function controlar<T>(sessao: Sessao, comando: Promise<T>): Promise<T> {
  try {
    return await comando;
  } catch (e) {
    if (!(e instanceof postgres.PostgresError)) sessao.matar();
    throw e;
  }
}

const conexaoPerdida = (): Error =>
  Object.assign(new Error('the connection was lost during the transaction'), { code: 'CONNECTION_CLOSED' });

/** The session's statements, as long as the transaction lasts and its connection lives. */
function abrirPorta(sessao: Sessao): { tx: Tx; fechar: () => void } {
  let aberta = true;
  const conferir = (): void => {
    if (!aberta) throw new Error('this transaction is over');
    if (sessao.morta) throw conexaoPerdida();
  };
  const tx = new Proxy(sessao.sql, {
    apply(alvo, isto, argumentos) {
      conferir();
      return Reflect.apply(alvo, isto, argumentos);
    },
    get(alvo, nome) {
      if (nome === 'unsafe' || nome === 'file') conferir();
      if (nome === 'end' || nome === 'begin' || nome === 'reserve') throw new Error(`no ${nome} within a transaction`);
      return Reflect.get(alvo, nome);
    },
  });
  emCurso.add(tx);
  const fechar = (): void => {
    aberta = false;
  };
  return { tx: tx as Tx, fechar };
}
