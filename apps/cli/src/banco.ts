import { conectar, exigirSchema, type Sql } from '@entrada/db';
import { type Config, lerSistemaLocal, processEnv, readConfig, StartError } from '@entrada/runtime';

export interface Banco {
  sql: Sql;
  databaseUrl: string;
  redisUrl: string | null;
  config: Config;
}

/** Where the data is: DATABASE_URL, or what `entrada start` runs on. */
export async function acharBanco(pasta: string): Promise<Omit<Banco, 'sql'>> {
  const config = readConfig(processEnv(), { usaFila: false });
  const local = await lerSistemaLocal(pasta);
  if (config.databaseUrl !== null && config.databaseUrl !== local?.database_url)
    return { config, databaseUrl: config.databaseUrl, redisUrl: config.redisUrl };
  if (local !== null) return { config, databaseUrl: local.database_url, redisUrl: config.redisUrl ?? local.redis_url };
  throw new StartError('Nothing runs here. Start it with `entrada start` in another terminal, or set DATABASE_URL.');
}

/** Runs `fn` on a database whose schema is up to date. What the caller can act on becomes one clear line. */
export async function comBanco<T>(pasta: string, fn: (banco: Banco) => Promise<T>): Promise<T> {
  const achado = await acharBanco(pasta);
  const sql = conectar(achado.databaseUrl, { max: 2, applicationName: 'entrada-cli' });
  try {
    await exigirResposta(sql);
    await exigirSchema(sql).catch((cause: Error) => {
      throw new StartError(cause.message, { cause });
    });
    return await fn({ ...achado, sql });
  } finally {
    await sql.end({ timeout: 5 });
  }
}

/** @throws StartError where the database cannot be reached or refuses us */
export async function exigirResposta(sql: Sql): Promise<void> {
  await sql`select 1`.catch((cause: Error) => {
    throw new StartError(`The database does not answer: ${cause.message || String(cause)}`, { cause });
  });
}
