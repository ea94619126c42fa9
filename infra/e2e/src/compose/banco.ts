import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { conectar, type Sql, startEmbeddedPostgres } from '@entrada/db';
import type { Composicao } from './ler.ts';

export interface Banco {
  /** host:port */
  endereco: string;
  sql: Sql;
  fechar(): Promise<void>;
}

/** A server whose user, password and database are those that compose gives to its own. The user owns the server in both. */
export async function subirBanco({ postgres }: Composicao): Promise<Banco> {
  const { POSTGRES_USER: dono, POSTGRES_PASSWORD: senha, POSTGRES_DB: nome } = postgres?.environment ?? {};
  const pasta = await mkdtemp(join(tmpdir(), 'entrada-compose-pg-'));
  await chmod(pasta, 0o711); // root's server runs as somebody else, who must get through
  const parametros = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' };
  const servidor = await startEmbeddedPostgres(join(pasta, 'pg'), { parametros });
  const { host, username } = new URL(servidor.url);
  if (username !== dono) throw new Error(`the embedded server belongs to ${username}, compose's to ${dono}`);

  const admin = conectar(servidor.url, { max: 1 });
  await admin.unsafe(`create database ${nome}`);
  await admin.unsafe(`alter role ${dono} password '${senha}'`);
  await admin.end({ timeout: 5 });
  const sql = conectar(`postgres://${dono}:${senha}@${host}/${nome}`, { max: 2, applicationName: 'teste' });
  return {
    endereco: host,
    sql,
    fechar: async () => {
      await sql.end({ timeout: 5 });
      await servidor.parar();
      await rm(pasta, { recursive: true, force: true });
    },
  };
}
