import { setTimeout as dormir } from 'node:timers/promises';
import { waitUntil } from '@entrada/testing';
import { afterEach, beforeEach, describe, expect, inject, test } from 'vitest';
import { type Lugar, lugares } from './apoio.suite.ts';
import type { Handler } from './consumidor.ts';
import type { Fila } from './fila.ts';
import type { PedidoParaAplicar } from './jobs.ts';

/** What the sweep does for real: an add that was skipped is made again. */
async function insistir(produtor: Fila, ...pedidos: PedidoParaAplicar[]): Promise<void> {
  while ((await produtor.enfileirar(pedidos)).pulados > 0) await dormir(50);
}

describe.each(lugares(inject('redisUrl')))('orders as groups on %s', (nome, criar) => {
  let lugar: Lugar;
  beforeEach(async () => {
    lugar = await criar();
  });
  afterEach(() => lugar.fechar());

  /** Redis: three processes' worth of connections. Postgres has one worker process, here with three consumers. */
  async function consumirPorTres(handler: Handler<'aplicar'>, concurrency: number): Promise<void> {
    const primeira = await lugar.abrir('consumidor');
    for (let i = 0; i < 3; i += 1) {
      const fila = nome === 'Redis' && i > 0 ? await lugar.abrir('consumidor') : primeira;
      fila.consumir('aplicar', handler, { concurrency });
    }
  }

  test('under three consumers no two jobs of one order run at once, and the last add of each is never lost', async () => {
    const PEDIDOS = 40;
    const ADICOES = 1_500;
    const gravado = new Map<string, number>();
    const aplicado = new Map<string, number>();
    const ativos = new Set<string>();
    const juntos: string[] = [];
    let jobs = 0;
    await consumirPorTres(async ({ recurso_id }) => {
      if (ativos.has(recurso_id)) juntos.push(recurso_id);
      ativos.add(recurso_id);
      jobs += 1;
      const visto = gravado.get(recurso_id) ?? 0;
      await dormir(Math.random() * 6);
      aplicado.set(recurso_id, visto);
      ativos.delete(recurso_id);
    }, 4);

    const produtor = await lugar.abrir('produtor');
    const adicoes: Promise<unknown>[] = [];
    for (let n = 1; n <= ADICOES; n += 1) {
      const recurso_id = `P${Math.floor(Math.random() * PEDIDOS)}`;
      gravado.set(recurso_id, n);
      adicoes.push(insistir(produtor, { origem: 'loja', recurso_id, evento_id: `e${n}` }));
      if (n % 20 === 0) await Promise.all(adicoes.splice(0));
    }
    await Promise.all(adicoes);

    await waitUntil(() => gravado.size === aplicado.size && [...gravado].every(([p, n]) => aplicado.get(p) === n), {
      prazoMs: 30_000,
      oQue: 'the last add of every order',
    });
    expect(juntos).toEqual([]);
    expect(jobs).toBeLessThanOrEqual(ADICOES);
  });

  test('a job that is added while a job of its order runs, runs after it', async () => {
    const produtor = await lugar.abrir('produtor');
    const inicios: number[] = [];
    const fins: number[] = [];
    await consumirPorTres(async () => {
      inicios.push(performance.now());
      if (inicios.length === 1)
        for (const evento_id of ['e2', 'e3'])
          await produtor.enfileirar([{ origem: 'loja', recurso_id: 'P', evento_id }]);
      await dormir(300);
      fins.push(performance.now());
    }, 4);
    await produtor.enfileirar([{ origem: 'loja', recurso_id: 'P', evento_id: 'e1' }]);
    await waitUntil(() => fins.length === 2);
    await dormir(500);
    expect(inicios).toHaveLength(2); // e2 and e3 are one job
    expect(inicios[1]).toBeGreaterThanOrEqual(fins[0] ?? Number.NaN);
  });

  test('a backlog holds one job per order, whatever the number of events', async () => {
    const produtor = await lugar.abrir('produtor');
    for (let n = 0; n < 10; n += 1) {
      const lote = Array.from({ length: 60 }, (_, i) => ({
        origem: i % 2 ? 'loja' : 'outra',
        recurso_id: `P${i % 20}`,
        evento_id: `e${n}-${i}`,
      }));
      expect(await produtor.enfileirar(lote)).toEqual({ enfileirados: 20, pulados: 0 });
    }
    expect(await produtor.fila('aplicar').getJobCounts()).toMatchObject({ waiting: 20, active: 0 });
  });

  test('bulks that share their orders in another sequence do not get in each other’s way', async () => {
    const produtores = [await lugar.abrir('produtor'), await lugar.abrir('produtor')];
    const pedidos = Array.from({ length: 50 }, (_, i) => ({ origem: 'l', recurso_id: `P${i}`, evento_id: null }));
    await Promise.all(
      Array.from({ length: 40 }, (_, i) => {
        const embaralhados = [...pedidos].sort(() => Math.random() - 0.5);
        return produtores[i % 2]?.enfileirar(embaralhados);
      }),
    );
    // A busy machine may let an add run out of time. Anything else, such as a deadlock, must not happen.
    expect(lugar.queixas.filter((q) => !q.includes('timed out'))).toEqual([]);
    await insistir(produtores[0]!, ...pedidos);
    expect((await produtores[0]?.fila('aplicar').getJobCounts())?.waiting).toBe(50);
  });

  test('a failed job does not stand in the way of the next one of its order', async () => {
    const produtor = await lugar.abrir('produtor');
    let vezes = 0;
    await consumirPorTres(async () => {
      vezes += 1;
      if (vezes === 1) throw new Error('the database is away');
    }, 4);
    await produtor.enfileirar([{ origem: 'loja', recurso_id: 'P', evento_id: 'e1' }]);
    await waitUntil(async () => (await produtor.fila('aplicar').getJobCounts()).failed === 1);
    expect(vezes).toBe(1); // one attempt: when to try again is the table's business
    await produtor.enfileirar([{ origem: 'loja', recurso_id: 'P', evento_id: null }]);
    await waitUntil(() => vezes === 2);
  });

  test('what a handler returns is kept with the job, and a job of another form fails with a message', async () => {
    const produtor = await lugar.abrir('produtor');
    await consumirPorTres(async ({ evento_id }) => ({ [String(evento_id)]: 'aplicado' }), 1);
    await produtor.enfileirar([{ origem: 'loja', recurso_id: 'P', evento_id: 'e1' }]);
    await produtor.fila('aplicar').add('strange', { outra: 'coisa' });
    const aplicar = produtor.fila('aplicar');
    await waitUntil(async () => (await aplicar.getFailedCount()) === 1 && (await aplicar.getCompletedCount()) === 1);
    const [[completo], [falho]] = [await aplicar.getCompleted(), await aplicar.getFailed()];
    expect([completo?.name, completo?.returnvalue]).toEqual(['loja:P', { e1: 'aplicado' }]);
    expect(falho?.failedReason).toBe('the data of this job is not what the queue aplicar carries');
  });

  test('closing waits for the job that runs and takes no other', async () => {
    const fila = await lugar.abrir('consumidor');
    const [iniciados, acabados]: string[][] = [[], []];
    fila.consumir(
      'aplicar',
      async ({ recurso_id }) => {
        iniciados?.push(recurso_id);
        await dormir(400);
        acabados?.push(recurso_id);
      },
      { concurrency: 1 },
    );
    await fila.enfileirar(['P1', 'P2'].map((recurso_id) => ({ origem: 'l', recurso_id, evento_id: null })));
    await waitUntil(() => iniciados?.length === 1);
    await fila.fechar();
    expect([iniciados, acabados]).toEqual([['P1'], ['P1']]);
    const depois = await lugar.abrir('produtor');
    expect(await depois.fila('aplicar').getJobCounts()).toMatchObject({ waiting: 1, active: 0 });
  });

  test('a consumer with room that takes nothing says since when; a busy one does not', async () => {
    const fila = await lugar.abrir('consumidor');
    let soltar: (() => void) | undefined;
    const preso = new Promise<void>((resolve) => {
      soltar = resolve;
    });
    const ocupado = fila.consumir('aplicar', () => preso, { concurrency: 1 });
    await fila.enfileirar(['P1', 'P2'].map((recurso_id) => ({ origem: 'l', recurso_id, evento_id: null })));
    await waitUntil(() => ocupado.ativos() === 1);
    for (let i = 0; i < 3; i += 1) expect(await ocupado.semProgressoMs()).toBe(0);
    soltar?.();
    await waitUntil(async () => (await fila.fila('aplicar').getJobCounts()).waiting === 0);
    expect(await ocupado.semProgressoMs()).toBe(0);

    await ocupado.close(); // a worker that lost its way: it fetches no more
    await fila.enfileirar([{ origem: 'l', recurso_id: 'P3', evento_id: null }]);
    await ocupado.semProgressoMs();
    await dormir(50);
    await waitUntil(async () => (await ocupado.semProgressoMs()) >= 50);
  });
});
