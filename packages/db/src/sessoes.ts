import type { Sql } from './conectar.ts';

/** One connection with nothing but one transaction at a time on it. */
export interface Sessao {
  sql: Sql;
  /** True from the moment at which its connection was lost. */
  morta: boolean;
  /** Gives it up: whoever sees a statement fail for the connection's sake knows it before the socket has closed. */
  matar(): void;
}

interface Uso {
  em_uso: number;
  esperando: number;
  maximo: number;
}

export interface Sessoes {
  /** Lends a session to `fn`, or waits for one. */
  usar<T>(fn: (sessao: Sessao) => Promise<T>): Promise<T>;
  /** Transactions under way, and those that wait for a connection. */
  uso(): Uso;
  /** Waits for the transactions under way, at most this long, and closes. */
  encerrar(segundos: number): Promise<void>;
}

/**
 * The connections for transactions: each is a pool of one, not a connection reserved from the common pool. There, when a
 * connection is lost between two statements (idle_in_transaction_session_timeout, a restart of the server), postgres
 * 3.4.9 writes the next one to a socket that is null, which ends the process, or sends it to whoever got the
 * reconnected connection; and a reserve() that fails is never rejected, or blocks a later one.
 */
export function criarSessoes(abrir: (onclose: () => void) => Sql, max: number): Sessoes {
  const livres: Sessao[] = [];
  const emUso = new Set<Promise<unknown>>();
  const espera: (() => void)[] = [];
  let fim = false;

  async function usar<T>(fn: (sessao: Sessao) => Promise<T>): Promise<T> {
    while (emUso.size >= max && !fim) await new Promise<void>((vez) => espera.push(vez));
    if (fim) throw new Error('the connections to the database were closed');
    const sessao = tomar();
    const uso = fn(sessao);
    emUso.add(uso);
    try {
      return await uso;
    } finally {
      emUso.delete(uso);
      if (!sessao.morta) livres.push(sessao);
      espera.shift()?.();
    }
  }

  function tomar(): Sessao {
    for (let livre = livres.pop(); livre; livre = livres.pop()) if (!livre.morta) return livre;
    const nova: Sessao = {
      morta: false,
      sql: abrir(() => nova.matar()),
      // Ended at once: it would connect again by itself and run what was left of the transaction outside of one.
      matar() {
        nova.morta = true;
        void nova.sql.end({ timeout: 0 });
      },
    };
    return nova;
  }

  async function encerrar(segundos: number): Promise<void> {
    fim = true;
    for (const vez of espera.splice(0)) vez();
    await prazo(Promise.allSettled(emUso), segundos);
    await Promise.all(livres.splice(0).map((s) => s.sql.end({ timeout: 1 })));
  }

  const uso = (): Uso => ({ em_uso: emUso.size, esperando: espera.length, maximo: max });
  return { usar, uso, encerrar };
}

async function prazo(algo: Promise<unknown>, segundos: number): Promise<void> {
  let relogio: NodeJS.Timeout | undefined;
  await Promise.race([algo, new Promise((r) => (relogio = setTimeout(r, segundos * 1000)))]);
  clearTimeout(relogio);
}
