import postgres from 'postgres';

/** A pool of connections, or a transaction: everything that runs statements. int8 comes back as a number. */
export type Sql = postgres.Sql<{ bigint: number }>;

export interface Conexao {
  /** Connections at most. Default 10. */
  max?: number;
  applicationName?: string;
  statementTimeoutMs?: number;
  lockTimeoutMs?: number;
  idleInTransactionMs?: number;
  onnotice?: (aviso: postgres.Notice) => void;
}

/** Opens no connection by itself: the first statement does. */
export function conectar(url: string, conexao: Conexao = {}): Sql {
  return postgres(url, {
    max: conexao.max ?? 10,
    onnotice: conexao.onnotice ?? (() => undefined),
    connection: {
      application_name: conexao.applicationName ?? 'entrada',
      ...prazo('statement_timeout', conexao.statementTimeoutMs),
      ...prazo('lock_timeout', conexao.lockTimeoutMs),
      ...prazo('idle_in_transaction_session_timeout', conexao.idleInTransactionMs),
    },
    types: { bigint: { to: 20, from: [20], serialize: (n: number) => String(n), parse: inteiroSeguro } },
  });
}

/** Parameters of the connection itself: they hold from its first statement on and survive RESET. */
const prazo = (nome: string, ms: number | undefined): Record<string, number> =>
  ms === undefined ? {} : { [nome]: ms };

function inteiroSeguro(texto: string): number {
  const n = Number(texto);
  if (!Number.isSafeInteger(n)) throw new RangeError(`the int8 ${texto} does not fit a number`);
  return n;
}
