import { bancoDeTeste, redisDeTeste } from '@entrada/testing';
import type { Papel, Registrador } from './backend.ts';
import { createFila, type Fila } from './fila.ts';

/** One queue to test on: its own database or its own Redis, and everything that was opened on it. */
export interface Lugar {
  abrir(papel: Papel): Promise<Fila>;
  /** What the queues complained of: the text of each error. */
  queixas: string[];
  /** Loses everything that is queued. */
  esvaziar(): Promise<void>;
  fechar(): Promise<void>;
}

/** The backends to test. Redis is left out where this machine has none (`redisUrl` is then empty). */
export function lugares(redisUrl: string): (readonly ['Redis' | 'Postgres', () => Promise<Lugar>])[] {
  return [...(redisUrl === '' ? [] : ([['Redis', lugarRedis]] as const)), ['Postgres', lugarPostgres]];
}

export const MUDO: Registrador = { info: () => {}, warn: () => {}, error: () => {} };

async function lugarRedis(): Promise<Lugar> {
  const redis = await redisDeTeste();
  const lugar = abridor({ redisUrl: redis.url, databaseUrl: null });
  return {
    abrir: lugar.abrir,
    queixas: lugar.queixas,
    esvaziar: () => redis.flushAll(),
    fechar: async () => {
      await lugar.fechar();
      await redis.fechar();
    },
  };
}

async function lugarPostgres(): Promise<Lugar> {
  const banco = await bancoDeTeste();
  const lugar = abridor({ redisUrl: null, databaseUrl: banco.url });
  return {
    abrir: lugar.abrir,
    queixas: lugar.queixas,
    esvaziar: async () => {
      await banco.sql.unsafe('delete from bullmq.job; delete from bullmq.dedup; delete from bullmq.scheduler').simple();
    },
    fechar: async () => {
      await lugar.fechar();
      await banco.fechar();
    },
  };
}

function abridor(urls: { redisUrl: string | null; databaseUrl: string | null }) {
  const abertas: Fila[] = [];
  const queixas: string[] = [];
  const anotar = (campos: object): void => {
    if ('err' in campos) queixas.push(String(campos.err));
  };
  return {
    queixas,
    abrir: async (papel: Papel): Promise<Fila> => {
      const fila = await createFila({ ...urls, papel, logger: { ...MUDO, warn: anotar } });
      abertas.push(fila);
      return fila;
    },
    fechar: async () => {
      await Promise.all(abertas.map((f) => f.fechar()));
    },
  };
}
