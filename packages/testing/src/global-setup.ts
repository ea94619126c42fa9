import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { conectar, migrate, startEmbeddedPostgres } from '@entrada/db';
import type { TestProject } from 'vitest/node';
import { MODELO, urlDoBanco } from './banco.ts';
import { haRedis, subirRedis } from './redis.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Server of the run, see bancoDeTeste. */
    pgUrl: string;
    /** A Redis that all suites share; '' where this machine has none. */
    redisUrl: string;
  }
}

/** One Postgres with a migrated template and one Redis for the whole run. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const pasta = await mkdtemp(join(tmpdir(), 'entrada-testes-'));
  await chmod(pasta, 0o711); // root's server runs as somebody else, who must get through
  const redis = await redisDaExecucao();
  const postgres = await startEmbeddedPostgres(join(pasta, 'pg'), { parametros: VELOZ });
  await prepararModelo(postgres.url);
  project.provide('pgUrl', postgres.url);
  project.provide('redisUrl', redis.url);
  return async () => {
    await redis.fechar();
    await postgres.parar();
    await rm(pasta, { recursive: true, force: true });
  };
}

/** The data is thrown away, so nothing is gained by waiting for the disk. */
const VELOZ = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_connections: '300' };

async function prepararModelo(url: string): Promise<void> {
  const servidor = conectar(url, { max: 1 });
  await servidor.unsafe(`create database ${MODELO}`);
  await servidor.end();
  const modelo = conectar(urlDoBanco(url, MODELO), { max: 1 });
  await migrate(modelo);
  await modelo.end();
}

async function redisDaExecucao(): Promise<{ url: string; fechar(): Promise<void> }> {
  const dado = process.env.REDIS_URL;
  if (dado) return { url: dado, fechar: async () => undefined };
  if (haRedis()) return subirRedis();
  if (process.env.CI === 'true') throw new Error('CI needs Redis: put redis-server on the PATH or set REDIS_URL');
  process.stderr.write('no redis-server on the PATH and no REDIS_URL: the suites that need Redis are skipped\n');
  return { url: '', fechar: async () => undefined };
}
