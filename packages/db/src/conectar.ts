import postgres from 'postgres';
import { criarSessoes, type Sessoes } from './sessoes.ts';
import { TIPOS, type Tipos } from './tipos.ts';

/** A pool of connections, or a transaction: everything that runs statements. int8 comes back as a number. */
export type Sql = postgres.Sql<Tipos>;

export interface Conexao {
  /** Connections at most for single statements, and as many again for transactions. Default 10. */
  max?: number;
  applicationName?: string;
  statementTimeoutMs?: number;
  lockTimeoutMs?: number;
  idleInTransactionMs?: number;
  /**
   * How statements that name keys are planned: along their indexes, whatever the statistics say, once for the connection
   * or each time anew. Default: as Postgres likes.
   */
  planos?: 'uma_vez' | 'cada_vez';
  onnotice?: (aviso: postgres.Notice) => void;
}

type Fechamento = NonNullable<Parameters<Sql['end']>[0]>;

const sessoesDoPool = new WeakMap<Sql, Sessoes>();
const sessaoAvulsa = new WeakMap<Sql, () => Sql>();

/** Seconds. Without one, postgres waits for ever for a connection that was lost while it was being set up. */
const PRAZO_DO_FIM = 10;

/** Opens no connection by itself: the first statement does. */
export function conectar(url: string, conexao: Conexao = {}): Sql {
  const max = conexao.max ?? 10;
  const sql = abrir(url, conexao, { max });
  const sessoes = criarSessoes((onclose) => abrir(url, conexao, { ...DE_TRANSACAO, onclose }), max);
  const encerrar = sql.end;
  sql.end = async ({ timeout = PRAZO_DO_FIM }: Fechamento = {}) => {
    await Promise.all([encerrar({ timeout }), sessoes.encerrar(timeout)]);
  };
  sessoesDoPool.set(sql, sessoes);
  sessaoAvulsa.set(sql, () => abrir(url, conexao, { max: 1 }));
  return sql;
}

export function sessoesDe(sql: Sql): Sessoes {
  const sessoes = sessoesDoPool.get(sql);
  if (!sessoes) throw new Error('a transaction starts from what conectar returned, not from within another one');
  return sessoes;
}

/** Connections that the server has open, of everybody, and how many it accepts. */
export async function contarConexoes(sql: Sql): Promise<{ abertas: number; maximo: number }> {
  const [linha] = await sql<[{ abertas: number; maximo: number }]>`
    select sum(numbackends)::int as abertas, current_setting('max_connections')::int as maximo from pg_stat_database`;
  return linha;
}

/** What the connections of each program do, by its application_name, as the server sees it; of the same user only. */
export async function contarConexoesPorPrograma(sql: Sql): Promise<{ programa: string; estado: string; n: number }[]> {
  return sql<{ programa: string; estado: string; n: number }[]>`
    select application_name as programa, state as estado, count(*)::int as n from pg_stat_activity
    where datname = current_database() and application_name <> '' and state is not null
    group by 1, 2 order by 1, 2`;
}

/** One connection outside the pool, for what belongs to a session. The caller ends it. */
export function sessaoPropria(sql: Sql): Sql {
  const abrirUma = sessaoAvulsa.get(sql);
  if (!abrirUma) throw new Error('a session starts from what conectar returned');
  return abrirUma();
}

interface Extras {
  max: number;
  idle_timeout?: number;
  max_lifetime?: null;
  somenteTransacoes?: true;
  onclose?: () => void;
}

/** Never ended for its age, which could be in the middle of a transaction; idle ones go after a minute. */
const DE_TRANSACAO: Extras = { max: 1, idle_timeout: 60, max_lifetime: null, somenteTransacoes: true };

function abrir(url: string, conexao: Conexao, { somenteTransacoes, ...extras }: Extras): Sql {
  return postgres(url, {
    ...extras,
    onnotice: conexao.onnotice ?? (() => undefined),
    connect_timeout: 5,
    backoff: (falhas) => Math.min(0.05 * 2 ** falhas, 1), // seconds; the default waits up to 20 after an outage
    connection: {
      application_name: conexao.applicationName ?? 'entrada',
      ...prazo('statement_timeout', conexao.statementTimeoutMs),
      ...prazo('lock_timeout', conexao.lockTimeoutMs),
      ...prazo('idle_in_transaction_session_timeout', conexao.idleInTransactionMs),
      ...(conexao.planos ? { ...PELO_INDICE, plan_cache_mode: MODO[conexao.planos] } : {}),
      ...(somenteTransacoes ? { default_transaction_read_only: true } : {}),
    },
    fetch_types: false, // see tipos
    types: TIPOS,
  });
}

/**
 * Postgres keeps the plan of a prepared statement. One that was made while a table was empty or had no statistics reads the
 * whole table, and goes on doing so until somebody analyzes it: measured, an INSERT of one event took 28 ms after 50,000,
 * and closing a batch compared each of its events with every row. By key is right for every size. Where a join could begin
 * at the table all the same, the plan is made each time (0.1 ms), with the size that the table has then.
 */
const PELO_INDICE = { enable_seqscan: 'off', enable_hashjoin: 'off', enable_mergejoin: 'off' };
const MODO = { uma_vez: 'force_generic_plan', cada_vez: 'force_custom_plan' } as const;

/** Parameters of the connection itself: they hold from its first statement on and survive RESET. */
const prazo = (nome: string, ms: number | undefined): Record<string, number> =>
  ms === undefined ? {} : { [nome]: ms };
