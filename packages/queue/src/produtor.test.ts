import { Queue } from 'bullmq';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Backend } from './backend.ts';
import { opcoesDosJobs } from './jobs.ts';
import { PRAZO_MS, Produtor } from './produtor.ts';

const pedido = (recurso_id: string, evento_id: string | null = null) => ({ origem: 'loja', recurso_id, evento_id });

/** A producer over a queue whose addBulk is given. Nothing of it reaches a server. */
function produtorSobre(addBulk: (jobs: { name: string; data: unknown }[]) => Promise<unknown>, pronto = () => true) {
  const queue = Object.assign(Object.create(Queue.prototype) as Queue, { addBulk });
  const falhas: unknown[] = [];
  return { falhas, produtor: new Produtor({ pronto } as Backend, queue, (err) => falhas.push(err)) };
}

describe('enqueueing', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  test('one job per order, with the last event of each', async () => {
    const lotes: { name: string; data: unknown }[][] = [];
    const { produtor } = produtorSobre(async (jobs) => lotes.push(jobs));
    expect(await produtor.enfileirar([pedido('a', '1'), pedido('b', '3'), pedido('a', '2')])).toEqual({
      enfileirados: 2,
      pulados: 0,
    });
    expect(lotes).toEqual([
      [
        {
          name: 'loja:a',
          data: pedido('a', '2'),
          opts: { deduplication: { id: 'loja:a', keepLastIfActive: true, replace: true } },
        },
        {
          name: 'loja:b',
          data: pedido('b', '3'),
          opts: { deduplication: { id: 'loja:b', keepLastIfActive: true, replace: true } },
        },
      ],
    ]);
  });

  test('nothing to enqueue asks nobody', async () => {
    const { produtor } = produtorSobre(() => Promise.reject(new Error('never called')));
    expect(await produtor.enfileirar([])).toEqual({ enfileirados: 0, pulados: 0 });
  });

  test('a backend that is not ready is not even asked', async () => {
    const { produtor, falhas } = produtorSobre(
      () => Promise.reject(new Error('never called')),
      () => false,
    );
    expect(await produtor.enfileirar([pedido('a')])).toEqual({ enfileirados: 0, pulados: 1 });
    expect(produtor.contadores.pulados).toEqual({ indisponivel: 1, prazo: 0, erro: 0 });
    expect(falhas).toEqual([]);
  });

  test('a refusal is counted and reported, never thrown', async () => {
    const { produtor, falhas } = produtorSobre(() => Promise.reject(new Error('OOM')));
    expect(await produtor.enfileirar([pedido('a'), pedido('b')])).toEqual({ enfileirados: 0, pulados: 2 });
    expect(produtor.contadores.pulados).toEqual({ indisponivel: 0, prazo: 0, erro: 2 });
    expect(falhas).toHaveLength(1);
  });

  test('an answer that does not come is given up at the deadline, and one at a time probes for it', async () => {
    const respostas: (() => void)[] = [];
    const { produtor } = produtorSobre(() => new Promise<void>((resolve) => respostas.push(resolve)));
    const primeira = produtor.enfileirar([pedido('a')]);
    await vi.advanceTimersByTimeAsync(PRAZO_MS);
    expect(await primeira).toEqual({ enfileirados: 0, pulados: 1 });
    expect(produtor.contadores.pulados.prazo).toBe(1);

    const sonda = produtor.enfileirar([pedido('b')]);
    expect(await produtor.enfileirar([pedido('c')])).toEqual({ enfileirados: 0, pulados: 1 }); // at once
    expect(respostas).toHaveLength(2);
    respostas[1]?.();
    expect(await sonda).toEqual({ enfileirados: 1, pulados: 0 });

    const todas = Promise.all([produtor.enfileirar([pedido('d')]), produtor.enfileirar([pedido('e')])]);
    for (const responder of respostas) responder();
    expect(await todas).toEqual([
      { enfileirados: 1, pulados: 0 },
      { enfileirados: 1, pulados: 0 },
    ]);
  });

  test('a late refusal of an add that was given up is nobody’s unhandled rejection', async () => {
    let recusar: ((e: Error) => void) | undefined;
    const { produtor, falhas } = produtorSobre(
      () =>
        new Promise((_, reject) => {
          recusar = reject;
        }),
    );
    const adicao = produtor.enfileirar([pedido('a')]);
    await vi.advanceTimersByTimeAsync(PRAZO_MS);
    await adicao;
    recusar?.(new Error('too late'));
    await vi.advanceTimersByTimeAsync(0);
    expect(falhas).toEqual([]);
  });
});

test('finished jobs are kept by age, and by count only where that is safe', () => {
  expect(opcoesDosJobs({ porQuantidade: true })).toEqual({
    attempts: 1,
    removeOnComplete: { age: 3600, count: 1000 },
    removeOnFail: { age: 604_800, count: 1000 },
  });
  expect(opcoesDosJobs({ porQuantidade: false })).toEqual({
    attempts: 1,
    removeOnComplete: { age: 3600 },
    removeOnFail: { age: 604_800 },
  });
});
