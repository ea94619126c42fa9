import { setTimeout as esperar } from 'node:timers/promises';
import { type Falha, nada } from './falha.ts';

export const redisMorto: Falha = {
  nome: 'Redis: killed, its data gone',
  usa: ['redis'],
  duraMs: { curto: 2_000, longo: 10_000 },
  estragar: async ({ redis }, golpe) => {
    await golpe();
    await redis.matar();
    return () => redis.subir();
  },
};

export const redisCongelado: Falha = {
  nome: 'Redis: frozen',
  usa: ['redis'],
  duraMs: { curto: 3_000, longo: 10_000 },
  estragar: async ({ redis }, golpe) => {
    await golpe();
    redis.congelar();
    return async () => redis.descongelar();
  },
};

/** While nobody takes a job, so that there are jobs to lose. */
export const redisEsvaziado: Falha = {
  nome: 'Redis: flushed, with jobs in it',
  usa: ['redis', 'processos'],
  duraMs: { curto: 0, longo: 0 },
  estragar: async ({ redis, workers }, golpe) => {
    for (const worker of workers) worker.sinal('SIGSTOP');
    await esperar(2_000);
    await golpe();
    await redis.flushAll();
    for (const worker of workers) worker.sinal('SIGCONT');
    return nada;
  },
};

export const redisCheio: Falha = {
  nome: 'Redis: out of memory',
  usa: ['redis'],
  duraMs: { curto: 3_000, longo: 10_000 },
  estragar: async ({ redis }, golpe) => {
    await golpe();
    await redis.comando('CONFIG', 'SET', 'maxmemory', '1');
    return async () => void (await redis.comando('CONFIG', 'SET', 'maxmemory', '0'));
  },
};
