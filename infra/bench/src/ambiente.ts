import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { conectar, migrate, type Sql, startEmbeddedPostgres } from '@entrada/db';
import { redisDeTeste } from '@entrada/testing';
import { criarEsquemaDoLivro } from './livro/esquema.ts';

export interface Banco {
  url: string;
  sql: Sql;
  fechar(): Promise<void>;
}

/** Postgres with fsync on, as it comes, and a Redis; both for this run only. */
export interface Ambiente {
  pasta: string;
  redisUrl: string;
  /** A database of its own with our tables, or with the textbook's. */
  banco(de: 'nosso' | 'livro'): Promise<Banco>;
  /** Forgets every job. */
  limparRedis(): Promise<void>;
  fechar(): Promise<void>;
}

export async function prepararAmbiente(): Promise<Ambiente> {
  const pasta = await mkdtemp(join(tmpdir(), 'entrada-bench-'));
  await chmod(pasta, 0o711); // root's server runs as somebody else, who must get through
  const redis = await redisDeTeste();
  const postgres = await startEmbeddedPostgres(join(pasta, 'pg'), { parametros: { max_connections: '200' } });
  const servidor = conectar(postgres.url, { max: 1 });
  const urlDe = (nome: string): string => Object.assign(new URL(postgres.url), { pathname: `/${nome}` }).href;
  for (const nome of ['nosso', 'livro']) {
    await servidor.unsafe(`create database modelo_${nome}`);
    const modelo = conectar(urlDe(`modelo_${nome}`), { max: 1 });
    await (nome === 'nosso' ? migrate(modelo) : criarEsquemaDoLivro(modelo));
    await modelo.end();
  }
  let n = 0;
  return {
    pasta,
    redisUrl: redis.url,
    limparRedis: () => redis.flushAll(),
    async banco(de) {
      n += 1;
      const nome = `bench_${n}`;
      await servidor.unsafe(`create database ${nome} template modelo_${de}`);
      const sql = conectar(urlDe(nome), { max: 4 });
      return {
        url: urlDe(nome),
        sql,
        async fechar() {
          await sql.end({ timeout: 5 });
          await servidor.unsafe(`drop database if exists ${nome} with (force)`);
        },
      };
    },
    async fechar() {
      await servidor.end();
      await redis.fechar();
      await postgres.parar();
      await rm(pasta, { recursive: true, force: true });
    },
  };
}
