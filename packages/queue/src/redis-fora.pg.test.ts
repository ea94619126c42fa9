import { setTimeout as dormir } from 'node:timers/promises';
import { type RedisDeTeste, redisDeTeste, waitUntil } from '@entrada/testing';
import { afterEach, beforeEach, describe, expect, inject, test } from 'vitest';
import { MUDO } from './apoio.suite.ts';
import { createFila, type Fila } from './fila.ts';
import { PRAZO_MS } from './produtor.ts';

const PEDIDO = { origem: 'loja', recurso_id: 'P', evento_id: 'e' };

describe.skipIf(inject('redisUrl') === '')('a Redis that is away', () => {
  let redis: RedisDeTeste;
  let abertas: Fila[];
  beforeEach(async () => {
    redis = await redisDeTeste();
    abertas = [];
  });
  afterEach(async () => {
    await Promise.all(abertas.map((f) => f.fechar()));
    await redis.fechar();
  });

  async function abrir(papel: 'produtor' | 'consumidor'): Promise<Fila> {
    const fila = await createFila({ redisUrl: redis.url, databaseUrl: null, papel, logger: MUDO });
    abertas.push(fila);
    return fila;
  }

  async function cronometrar<T>(fn: () => Promise<T>): Promise<{ ms: number; valor: T }> {
    const antes = performance.now();
    const valor = await fn();
    return { valor, ms: performance.now() - antes };
  }

  test('down: skipped at once and counted; back: the first add works', async () => {
    const produtor = await abrir('produtor');
    await redis.matar();
    await waitUntil(async () => (await produtor.enfileirar([PEDIDO])).pulados === 1);
    const { ms, valor } = await cronometrar(() => produtor.enfileirar([PEDIDO]));
    expect(valor).toEqual({ enfileirados: 0, pulados: 1 });
    expect(ms).toBeLessThan(500);

    await redis.subir();
    const volta = await cronometrar(() =>
      waitUntil(async () => (await produtor.enfileirar([PEDIDO])).enfileirados === 1, { intervaloMs: 5 }),
    );
    expect(volta.ms).toBeLessThan(2_500); // one pause of the reconnecting, 1.5 s at most
    expect((await produtor.fila('aplicar').getJobCounts()).waiting).toBe(1);
    expect(produtor.contadores()).toMatchObject({ enfileirados: 1, pulados: { prazo: 0 } });
  });

  test('hung: skipped within the deadline, also by the hundred; back: the first add works', async () => {
    const produtor = await abrir('produtor');
    redis.congelar();
    const primeiras = await cronometrar(() =>
      Promise.all(Array.from({ length: 100 }, () => produtor.enfileirar([PEDIDO]))),
    );
    expect(primeiras.valor.every((v) => v.pulados === 1)).toBe(true);
    expect(primeiras.ms).toBeLessThan(PRAZO_MS + 1_000);

    // Suspected now: one probe at a time waits for it, everybody else goes on at once.
    const sonda = produtor.enfileirar([PEDIDO]);
    const outras = await cronometrar(() => produtor.enfileirar([PEDIDO]));
    expect(outras.ms).toBeLessThan(500);
    expect((await cronometrar(() => sonda)).ms).toBeLessThan(PRAZO_MS + 1_000);

    redis.descongelar();
    const volta = await cronometrar(() => produtor.enfileirar([PEDIDO]));
    expect(volta.valor).toEqual({ enfileirados: 1, pulados: 0 });
    expect(volta.ms).toBeLessThan(1_000);
  });

  test('full: add is refused, skipped and counted; with room again it works', async () => {
    const produtor = await abrir('produtor');
    await redis.comando('CONFIG', 'SET', 'maxmemory', '1');
    expect(await produtor.enfileirar([PEDIDO])).toEqual({ enfileirados: 0, pulados: 1 });
    expect(produtor.contadores().pulados.erro).toBe(1);
    await redis.comando('CONFIG', 'SET', 'maxmemory', '0');
    expect(await produtor.enfileirar([PEDIDO])).toEqual({ enfileirados: 1, pulados: 0 });
  });

  test('a process that starts without Redis starts anyway, and works once Redis is there', async () => {
    await redis.matar();
    const { ms, valor: produtor } = await cronometrar(() => abrir('produtor'));
    expect(ms).toBeLessThan(2_000);
    const consumidor = await abrir('consumidor');
    const feitos: string[] = [];
    consumidor.consumir('aplicar', async ({ recurso_id }) => feitos.push(recurso_id), { concurrency: 2 });
    expect(await produtor.enfileirar([PEDIDO])).toEqual({ enfileirados: 0, pulados: 1 });
    await redis.subir();
    await waitUntil(async () => (await produtor.enfileirar([PEDIDO])).enfileirados === 1);
    await waitUntil(() => feitos.length > 0);
  });

  test('a worker that saw Redis die and come back goes on by itself, soon', async () => {
    const produtor = await abrir('produtor');
    const consumidor = await abrir('consumidor');
    const feitos = new Set<string>();
    consumidor.consumir('aplicar', async ({ recurso_id }) => feitos.add(recurso_id), { concurrency: 2 });
    await produtor.enfileirar([PEDIDO]);
    await waitUntil(() => feitos.has('P'));
    await redis.matar();
    await dormir(8_000); // long enough for a default reconnect strategy to sleep deeply
    await redis.subir();
    const volta = await cronometrar(async () => {
      await waitUntil(async () => (await produtor.enfileirar([{ ...PEDIDO, recurso_id: 'Q' }])).enfileirados === 1);
      await waitUntil(() => feitos.has('Q'));
    });
    expect(volta.ms).toBeLessThan(4_000);
  });

  test('closing does not wait for a hung or dead Redis', async () => {
    const [a, b] = [await abrir('consumidor'), await abrir('consumidor')];
    for (const fila of [a, b]) fila.consumir('aplicar', async () => null, { concurrency: 2 });
    await dormir(300);
    redis.congelar();
    const presa = await cronometrar(() => a.fechar());
    expect(presa.ms).toBeLessThan(4_000);
    await redis.matar();
    const morta = await cronometrar(() => b.fechar());
    expect(morta.ms).toBeLessThan(4_000);
    abertas = [];
  });
});
