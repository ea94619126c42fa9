import { createFila, type Fila } from '@entrada/queue';
import { waitUntil } from '@entrada/testing';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { type ConsoleDeTeste, DAQUI, entrar, PAGINA, subirConsole } from '../apoio.suite.ts';

interface FilaNoQuadro {
  name: string;
  readOnlyMode: boolean;
  allowRetries: boolean;
  jobs: { id: string; failedReason?: string; returnValue?: unknown; externalUrl?: { href: string } }[];
}

describe.each(['redis', 'postgres'] as const)('the queues in %s', (onde) => {
  const pular = onde === 'redis' && inject('redisUrl') === '';
  let c: ConsoleDeTeste;
  let worker: Fila;
  let ana: string;
  let rui: string;
  beforeAll(async () => {
    if (pular) return;
    c = await subirConsole(onde);
    [ana, rui] = [await entrar(c.app, 'ana'), await entrar(c.app, 'rui')];
    const { logger } = c.deps;
    worker = await createFila({
      redisUrl: c.redis?.url ?? null,
      databaseUrl: c.banco.url,
      papel: 'consumidor',
      logger,
    });
    const pedidos = ['ruim', 'bom'].map((recurso_id) => ({ origem: 'loja', recurso_id, evento_id: 'e1' }));
    const consumidor = worker.consumir(
      'aplicar',
      async ({ recurso_id }) => {
        if (recurso_id === 'ruim') throw new Error('deadlock detected');
        return [{ evento_id: 'e1', resultado: 'aplicado' }];
      },
      { concurrency: 2 },
    );
    await c.fila.enfileirar(pedidos);
    const aplicar = c.fila.fila('aplicar');
    await waitUntil(async () => (await aplicar.getFailedCount()) === 1 && (await aplicar.getCompletedCount()) === 1);
    await consumidor.close();
    await c.fila.enfileirar([{ origem: 'loja', recurso_id: 'à espera/1', evento_id: 'e1' }]);
  });
  afterAll(async () => {
    await worker?.fechar();
    await c?.fechar();
  });

  const pedir = (metodo: 'GET' | 'PUT' | 'PATCH' | 'POST', url: string, cookie = ana, payload?: object) =>
    c.app.inject({
      method: metodo,
      url: `/filas/api${url}`,
      headers: { ...DAQUI, cookie },
      ...(payload ? { payload } : {}),
    });
  const listar = async (cookie: string, status: string): Promise<FilaNoQuadro[]> =>
    (await pedir('GET', `/queues?activeQueue=aplicar&status=${status}&page=1&jobsPerPage=10`, cookie)).json().queues;
  const jobDe = async (status: 'failed' | 'completed' | 'waiting') =>
    (await listar(ana, status)).find((f) => f.name === 'aplicar')?.jobs[0];

  test.skipIf(pular)('are all there, and each job says how it went and where its order is', async () => {
    const filas = await listar(ana, 'failed');
    expect(filas.map((f) => f.name).sort()).toEqual(['agenda', 'aplicar', 'consultar', 'publicar']);
    expect(await jobDe('failed')).toMatchObject({
      failedReason: 'deadlock detected',
      externalUrl: { displayText: 'Abrir o pedido', href: '/pedidos/loja/ruim' },
    });
    expect(await jobDe('completed')).toMatchObject({ returnValue: [{ evento_id: 'e1', resultado: 'aplicado' }] });
    expect(await jobDe('waiting')).toMatchObject({ externalUrl: { href: '/pedidos/loja/%C3%A0%20espera%2F1' } });
  });

  test.skipIf(pular)('show no action to a leitor, and no retry of aplicar to an operador', async () => {
    const modos = (filas: FilaNoQuadro[]) => filas.map((f) => [f.name, f.readOnlyMode, f.allowRetries]).sort();
    expect(modos(await listar(rui, 'failed'))).toEqual([
      ['agenda', true, false],
      ['aplicar', true, false],
      ['consultar', true, false],
      ['publicar', true, false],
    ]);
    expect(modos(await listar(ana, 'failed'))).toEqual([
      ['agenda', false, true],
      ['aplicar', false, false],
      ['consultar', false, true],
      ['publicar', false, true],
    ]);
  });

  test.skipIf(pular)('are shown by a page in Portuguese that names no other host', async () => {
    for (const url of [
      '/filas',
      '/filas/',
      '/filas/queue/aplicar',
      '/filas/queue/aplicar/1',
      '/filas/job-schedulers',
    ]) {
      const { statusCode, body } = await c.app.inject({ url, headers: { ...PAGINA, cookie: ana } });
      expect([url, statusCode]).toEqual([url, 200]);
      expect(body).toContain('<html lang="pt-BR"');
      expect(body).toContain('"locale":{"lng":"pt-BR"}');
      expect(body).toContain('<base href="/filas/"');
      expect(body).not.toMatch(/https?:\/\/|href="\/\/|src="\/\/|Loading/);
    }
  });

  test.skipIf(pular)('let an operador do these things and nothing else', async () => {
    const permitidas: string[] = [];
    for (const { method, url } of c.rotas.filter((r) => r.url.startsWith('/filas/api/')))
      for (const metodo of (['PUT', 'PATCH', 'POST'] as const).filter((m) => [method].flat().includes(m))) {
        const endereco = url.replace(':queueName', 'nenhuma').replace(':queueStatus', 'failed').replace(/:\w+/, 'x');
        const { statusCode } = await pedir(metodo, endereco.slice('/filas/api'.length), ana, {});
        if (statusCode !== 403) permitidas.push(`${metodo} ${url.slice('/filas/api'.length)}`);
      }
    expect(permitidas.sort()).toEqual([
      'PUT /queues/:queueName/:jobId/clean',
      'PUT /queues/:queueName/:jobId/retry',
      'PUT /queues/:queueName/clean/:queueStatus',
      'PUT /queues/:queueName/job-schedulers/:schedulerId/run',
      'PUT /queues/:queueName/pause',
      'PUT /queues/:queueName/resume',
      'PUT /queues/:queueName/retry/:queueStatus',
      'PUT /queues/pause',
      'PUT /queues/resume',
    ]);
    await pedir('PUT', '/queues/resume');
  });

  test.skipIf(pular)('keep what is still to do, and do not repeat an apply', async () => {
    const [ruim, espera] = [await jobDe('failed'), await jobDe('waiting')];
    for (const url of [
      '/queues/aplicar/retry/failed',
      '/queues/aplicar/retry/completed',
      `/queues/aplicar/${ruim?.id}/retry`,
      '/queues/aplicar/clean/active',
      '/queues/aplicar/clean/wait',
      '/queues/aplicar/clean/delayed',
      '/queues/aplicar/obliterate',
      '/queues/aplicar/empty',
      `/queues/aplicar/${espera?.id}/clean`,
    ]) {
      const resposta = await pedir('PUT', url);
      expect([url, resposta.statusCode]).toEqual([url, 403]);
      expect(resposta.json()).toEqual({ error: { key: 'Não permitido' }, message: expect.any(String) });
    }
    expect(await c.fila.fila('aplicar').getJobCounts('waiting', 'failed', 'completed')).toEqual({
      waiting: 1,
      failed: 1,
      completed: 1,
    });
  });

  test.skipIf(pular)('can be paused, and it is written down by whom', async () => {
    expect((await pedir('PUT', '/queues/aplicar/pause')).statusCode).toBe(200);
    expect(await c.fila.fila('aplicar').isPaused()).toBe(true);
    expect((await pedir('PUT', '/queues/aplicar/resume')).statusCode).toBe(200);
    expect(await c.fila.fila('aplicar').isPaused()).toBe(false);
    const acoes = await c.banco.sql`select quem, acao, detalhes from auditoria order by seq desc limit 2`;
    expect(acoes).toEqual([
      {
        quem: 'ana',
        acao: 'fila',
        detalhes: { rota: 'PUT /api/queues/:queueName/resume', queueName: 'aplicar' },
      },
      { quem: 'ana', acao: 'fila', detalhes: { rota: 'PUT /api/queues/:queueName/pause', queueName: 'aplicar' } },
    ]);
  });

  test.skipIf(pular)('lose a finished job where an operador removes it', async () => {
    const bom = await jobDe('completed');
    expect((await pedir('PUT', `/queues/aplicar/${bom?.id}/clean`)).statusCode).toBe(204);
    expect(await jobDe('completed')).toBe(undefined);
  });

  test.skipIf(pular)('serve their files to who is logged in', async () => {
    const { body } = await c.app.inject({ url: '/filas', headers: { ...PAGINA, cookie: rui } });
    const arquivos = [...body.matchAll(/(?:src|href)="(static\/[^"]+)"/g)].map(([, caminho]) => `/filas/${caminho}`);
    expect(arquivos.length).toBeGreaterThan(4);
    for (const url of [...arquivos, '/filas/static/locales/pt-BR/messages.json']) {
      expect([url, (await c.app.inject({ url, headers: { cookie: rui } })).statusCode]).toEqual([url, 200]);
      expect([url, (await c.app.inject({ url })).statusCode]).toEqual([url, 401]);
    }
  });
});
