import { setTimeout as dormir } from 'node:timers/promises';
import {
  type BackendFactory,
  type ConnectionOptions,
  createPostgresBackend,
  Queue,
  type RedisQueueBackend,
  runMigrations,
  Worker,
} from 'bullmq';
import { Pool } from 'pg';
import { criarAvisos } from './avisos.ts';
import type { Backend, Papel, Registrador } from './backend.ts';
import { FILAS, opcoesDosJobs } from './jobs.ts';
import { type Trava, travarUmaSo } from './trava.ts';

const ADEUS_MS = 1_000;

const CONEXOES_DO_PRODUTOR = 4;
/** Each Worker keeps one connection to listen on; the rest is for the jobs' own short statements. */
const CONEXOES_DO_CONSUMIDOR = FILAS.length + 8;

/**
 * BullMQ's types tie Queue and Worker to Redis. The Postgres backend stands behind the same interface, so here, and only
 * here, its factory passes for the other.
 */
const fabrica = createPostgresBackend as unknown as BackendFactory<RedisQueueBackend, ConnectionOptions>;

/**
 * The queue in Postgres, in the schema `bullmq`, through one shared pool. One worker process only.
 * @throws where Postgres is out of reach, or where a consumer finds another one
 */
export async function postgresBackend(databaseUrl: string, papel: Papel, logger: Registrador): Promise<Backend> {
  const avisar = criarAvisos(logger);
  const trava: Trava | null = papel === 'consumidor' ? await travarUmaSo(databaseUrl, logger) : null;
  const pool = new Pool({
    ...noEsquema(databaseUrl),
    application_name: 'entrada-fila',
    max: papel === 'consumidor' ? CONEXOES_DO_CONSUMIDOR : CONEXOES_DO_PRODUTOR,
    connectionTimeoutMillis: papel === 'consumidor' ? 10_000 : 1_000,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
  });
  pool.setMaxListeners(0);
  pool.on('error', (err) => avisar(err, 'queue: connection error'));
  try {
    await migrar(pool);
  } catch (e) {
    await pool.end();
    await trava?.soltar();
    throw e;
  }
  const connection = pool as unknown as ConnectionOptions;
  return {
    tipo: 'postgres',
    concorrenciaMaxima: 10,
    pronto: () => true,
    criarQueue: (nome) => {
      const defaultJobOptions = opcoesDosJobs({ porQuantidade: false });
      const queue = new Queue(nome, { connection, defaultJobOptions }, fabrica);
      queue.on('error', (err) => avisar(err, 'queue: error'));
      return queue;
    },
    criarWorker: (nome, processar, opcoes) => {
      const worker = new Worker(nome, processar, { ...opcoes, connection }, fabrica);
      worker.on('error', (err) => avisar(err, 'worker: error'));
      return worker;
    },
    info: () => null,
    impedimento: () => trava?.perdida() ?? null,
    aoImpedir: (fn) => trava?.aoPerder(fn),
    aoVoltar: () => {}, // what is queued here outlives every connection
    fechar: async () => {
      // Ending waits for statements that run: a server that does not answer must not hold up a shutdown.
      await Promise.race([pool.end(), dormir(ADEUS_MS)]);
      await Promise.race([trava?.soltar(), dormir(ADEUS_MS)]);
    },
  };
}

/** BullMQ's SQL names no schema. What the address says in `options` would win over ours, so the two are joined. */
function noEsquema(databaseUrl: string): { connectionString: string; options: string } {
  const url = new URL(databaseUrl);
  const outras = url.searchParams.get('options');
  url.searchParams.delete('options');
  return { connectionString: url.href, options: `${outras ?? ''} -c search_path=bullmq`.trim() };
}

/** BullMQ's tables and functions. Every process may come first. */
async function migrar(pool: Pool): Promise<void> {
  const cliente = await pool.connect();
  try {
    await runMigrations(cliente);
  } finally {
    cliente.release();
  }
}
