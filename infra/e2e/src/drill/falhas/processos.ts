import { setTimeout as esperar } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { waitUntil } from '@entrada/testing';
import { papelDe, segurarAplicacao } from '../banco.ts';
import type { Frota } from '../frota.ts';
import { type Falha, nada } from './falha.ts';

const RELOGIO = fileURLToPath(new URL('../relogio.ts', import.meta.url));
const UMA_HORA_MS = 60 * 60_000;

const naAplicacao = async (frota: Frota, fazer: (worker: Frota['workers'][number]) => Promise<void>): Promise<void> => {
  const achado = await segurarAplicacao(frota.sql, async (papel) => {
    const worker = frota.workers.find((w) => papelDe(w.nome) === papel);
    if (!worker) throw new Error(`${papel} is no worker's`);
    await fazer(worker);
  });
  if (!achado) throw new Error('no worker came to write an effect');
};

/** A program that is to be met at its work must be able to do it: with jobs from Redis, and a Postgres that takes rows. */
const EM_PLENO_TRABALHO: Falha['usa'] = ['postgres', 'redis', 'processos'];

export const workerMorto: Falha = {
  nome: 'worker: kill -9 in the middle of a transaction',
  usa: EM_PLENO_TRABALHO,
  duraMs: { curto: 0, longo: 0 },
  estragar: async (frota, golpe) => {
    await naAplicacao(frota, async (worker) => {
      await golpe();
      worker.sinal('SIGKILL');
    });
    return nada;
  },
};

/** 45 s: its transaction is ended after 20 s, and its jobs are somebody else's after 30. */
export const workerParado: Falha = {
  nome: 'worker: stopped in the middle of a transaction, for longer than its lock',
  usa: EM_PLENO_TRABALHO,
  duraMs: { curto: null, longo: 45_000 },
  estragar: async (frota, golpe) => {
    let parado: Frota['workers'][number] | undefined;
    await naAplicacao(frota, async (worker) => {
      await golpe();
      parado = worker;
      worker.sinal('SIGSTOP');
    });
    return async () => parado?.sinal('SIGCONT');
  },
};

/** Redis holds back every command that writes; those of a process that dies meanwhile are never done. */
export const receiverMorto: Falha = {
  nome: 'receiver: kill -9 between commit and enqueue',
  usa: EM_PLENO_TRABALHO,
  duraMs: { curto: 0, longo: 0 },
  estragar: async ({ redis, receivers, entrada }, golpe) => {
    await redis.comando('CLIENT', 'PAUSE', '20000', 'WRITE');
    try {
      const antes = [...entrada.contagem.reconhecidas];
      const qual = await waitUntil(
        () => {
          const i = receivers.findIndex((_, n) => (entrada.contagem.reconhecidas[n] ?? 0) > (antes[n] ?? 0));
          return i === -1 ? null : { i };
        },
        { prazoMs: 15_000, oQue: 'an acknowledgement', intervaloMs: 1 },
      );
      await golpe();
      receivers[qual.i]?.sinal('SIGKILL');
      await esperar(300);
    } finally {
      await redis.comando('CLIENT', 'UNPAUSE');
    }
    return nada;
  },
};

export const rodizio: Falha = {
  nome: 'rolling restart: SIGTERM to one program after the other',
  usa: ['processos'],
  duraMs: { curto: 0, longo: 0 },
  estragar: async (frota, golpe) => {
    await golpe();
    for (const programa of [...frota.receivers, ...frota.workers, frota.console]) await programa.renascer('SIGTERM');
    return nada;
  },
};

const relogioErrado = (nome: string, desvioMs: number, curto: number | null): Falha => ({
  nome,
  usa: ['processos'],
  duraMs: { curto, longo: 30_000 },
  estragar: async (frota, golpe) => {
    const worker = frota.workers.at(-1)!;
    worker.vestir({ antes: ['--import', 'tsx', '--import', RELOGIO], env: { RELOGIO_MS: String(desvioMs) } });
    await golpe();
    await worker.renascer('SIGKILL');
    return async () => {
      worker.vestir(null);
      await worker.renascer('SIGKILL');
    };
  },
});

export const relogioAdiantado = relogioErrado('worker: its clock an hour ahead', UMA_HORA_MS, 3_000);
export const relogioAtrasado = relogioErrado('worker: its clock an hour behind', -UMA_HORA_MS, null);
