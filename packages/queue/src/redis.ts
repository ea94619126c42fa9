import { isNotConnectionError, Queue, Worker } from 'bullmq';
import { Redis, type RedisOptions } from 'ioredis';
import { criarAvisos } from './avisos.ts';
import type { Backend, Papel, Registrador } from './backend.ts';
import { opcoesDosJobs } from './jobs.ts';

/** Without the one setting that only counts with RESP3. */
type Opcoes = Omit<RedisOptions, 'replyMapping'>;

/** Capped: with the default a worker takes its first job 18 s after an outage of 20 s, with this one half a second. */
const retryStrategy = (vezes: number): number => Math.min(100 * 2 ** vezes, 1_500);

/** BullMQ is tested against RESP2; ioredis 6 would speak RESP3. */
const COMUM: Opcoes = { protocol: 2, retryStrategy, keepAlive: 10_000 };

/**
 * Gives up soon. The offline queue stays on: without it BullMQ's first command can fail for good and take its Queue
 * with it.
 */
const PRODUTOR: Opcoes = { ...COMUM, maxRetriesPerRequest: 1, commandTimeout: 1_000, connectTimeout: 2_000 };

/** Never gives up, and no commandTimeout: it would cut the blocking read that waits for jobs. */
const CONSUMIDOR: Opcoes = { ...COMUM, maxRetriesPerRequest: null };

const ESPERA_INICIAL_MS = 1_000;
const ADEUS_MS = 1_000;

/** The queue in Redis. Comes back at once when Redis does not answer: a receiver starts and works without it. */
export async function redisBackend(redisUrl: string, papel: Papel, logger: Registrador): Promise<Backend> {
  const avisos = criarAvisos(logger);
  /** That Redis is out of reach is said once, by its connection. */
  const avisar = (err: Error, mensagem: string): void => {
    if (isNotConnectionError(err)) avisos(err, mensagem);
  };
  const produtor = conectar(redisUrl, PRODUTOR, logger);
  const consumidor = papel === 'consumidor' ? conectar(redisUrl, CONSUMIDOR, logger) : null;
  await esperarPronto(produtor);
  return {
    tipo: 'redis',
    concorrenciaMaxima: Number.POSITIVE_INFINITY,
    pronto: () => produtor.status === 'ready',
    criarQueue: (nome) => {
      const queue = new Queue(nome, {
        connection: produtor,
        defaultJobOptions: opcoesDosJobs({ porQuantidade: true }),
        // The check is one more command at the start, and its failure would be this Queue's for good.
        skipVersionCheck: true,
      });
      queue.on('error', (err) => avisar(err, 'queue: error'));
      return queue;
    },
    criarWorker: (nome, processar, opcoes) => {
      if (consumidor === null) throw new Error('a producer does not consume');
      const worker = new Worker(nome, processar, { ...opcoes, connection: consumidor });
      worker.on('error', (err) => avisar(err, 'worker: error'));
      return worker;
    },
    info: () => produtor.info(),
    impedimento: () => null,
    aoImpedir: () => {},
    aoVoltar: (fn) => void produtor.on('ready', fn),
    fechar: async () => {
      await Promise.all([produtor, consumidor].map((redis) => redis && despedir(redis)));
    },
  };
}

function conectar(url: string, opcoes: Opcoes, logger: Registrador): Redis {
  const redis = new Redis(url, opcoes);
  let fora = false;
  redis.on('error', (err) => {
    if (!fora) logger.warn({ err }, 'redis is out of reach: trying again until it is back');
    fora = true;
  });
  redis.on('ready', () => {
    if (fora) logger.info({}, 'redis is back');
    fora = false;
  });
  return redis;
}

async function esperarPronto(redis: Redis): Promise<void> {
  if (redis.status === 'ready') return;
  await new Promise<void>((resolve) => {
    const relogio = setTimeout(resolve, ESPERA_INICIAL_MS);
    redis.once('ready', () => {
      clearTimeout(relogio);
      resolve();
    });
  });
}

/** A quit that a dead or hung server never answers must not hold up a shutdown. */
async function despedir(redis: Redis): Promise<void> {
  const relogio = setTimeout(() => redis.disconnect(), ADEUS_MS);
  if (redis.status === 'ready') await redis.quit().catch(() => {});
  redis.disconnect();
  clearTimeout(relogio);
}
