import { fileURLToPath } from 'node:url';
import { contarPendentes, inserirEventos } from '@entrada/db';
import { createFila, type Fila } from '@entrada/queue';
import {
  type BancoDeTeste,
  bancoDeTeste,
  freePort,
  NODE_TS,
  type Processo,
  redisDeTeste,
  startProcess,
  waitUntil,
} from '@entrada/testing';
import { afterEach, describe, expect, inject, it } from 'vitest';
import { type ErpDuplo, subirErp } from './erp-duplo.suite.ts';

const RAIZ = fileURLToPath(new URL('../../../../', import.meta.url));
const SEGREDO = 'segredo-do-erp';
const MUDO = { info() {}, warn() {}, error() {} };
const TIPOS = { pago: 'order.paid', reembolsado: 'order.refunded' };

const limpezas: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const limpar of limpezas.splice(0).toReversed()) await limpar();
});
const depois = <T>(valor: T, limpar: (valor: T) => Promise<unknown>): T => {
  limpezas.push(() => limpar(valor));
  return valor;
};

async function subirWorker(env: Record<string, string>): Promise<Processo & { porta: number }> {
  const porta = await freePort();
  const worker = startProcess({
    command: process.execPath,
    args: [...NODE_TS, 'apps/worker/src/main.ts'],
    env: {
      ORIGEM_LOJA_DIALETO: 'loja',
      ORIGEM_LOJA_SEGREDOS: 's',
      ORIGEM_LOJA_VERSAO: 'sequencia',
      WORKER_PORT: String(porta),
      ...env,
    },
    cwd: RAIZ,
  });
  depois(worker, async (w) => {
    w.matar('SIGKILL');
    await w.terminou;
  });
  await worker.esperarLinha(/"msg":"working"/);
  return { ...worker, porta };
}

/** These orders reach this state, as the receiver would put it into the inbox. */
async function chegar(
  banco: BancoDeTeste,
  fila: Fila,
  pedidos: readonly string[],
  status: keyof typeof TIPOS,
  n: number,
) {
  const eventos = pedidos.map((pedido) => ({
    origem: 'loja',
    evento_id: `${pedido}-${n}`,
    recurso_id: pedido,
    tipo: TIPOS[status],
    fonte: 'webhook' as const,
    payload: JSON.stringify({
      id: `${pedido}-${n}`,
      type: TIPOS[status],
      sequence: n,
      occurred_at: '2026-03-01T12:00:00Z',
      data: { id: pedido },
    }),
    corpo: null,
    segredo_nome: null,
    resultado: null,
  }));
  await inserirEventos(banco.sql, eventos);
  await fila.enfileirar(eventos);
}

const pedidos = (n: number) => Array.from({ length: n }, (_, i) => `p${i}`);
const abertos = async ({ sql }: BancoDeTeste): Promise<number> => {
  const [linha] = await sql<[{ n: number }]>`
    select count(*) as n from outbox where num_nonnulls(enviado_em, anulado_em) = 0`;
  return linha.n;
};

async function conferir(banco: BancoDeTeste, erp: ErpDuplo): Promise<void> {
  const linhas = await banco.sql<{ chave: string; pedido_id: string; corpo: string; enviado: boolean }[]>`
    select origem || ':' || pedido_id || ':' || efeito || ':' || ocorrencia as chave, pedido_id, corpo::text as corpo,
      enviado_em is not null as enviado
    from outbox order by seq`;
  const enviados = linhas.filter((l) => l.enviado);
  expect(new Map(erp.aceitos)).toEqual(new Map(enviados.map((l) => [l.chave, l.corpo])));
  const lugar = new Map([...erp.aceitos.keys()].map((chave, i) => [chave, i]));
  for (const pedido of new Set(enviados.map((l) => l.pedido_id))) {
    const ordem = enviados.filter((l) => l.pedido_id === pedido).map((l) => lugar.get(l.chave)!);
    expect(ordem, `order ${pedido}`).toEqual(ordem.toSorted((a, b) => a - b));
  }
  for (const c of erp.chegadas) expect(erp.aceitos.get(c.chave)).toBe(c.corpo);
  expect(erp.queixas).toEqual([]);
}

describe.skipIf(inject('redisUrl') === '')('worker processes, with Redis', () => {
  it('one killed between the ERP and its mark, two that go on: nothing lost, nothing twice, nothing out of order', async () => {
    const banco = depois(await bancoDeTeste(), (b) => b.fechar());
    const redis = depois(await redisDeTeste(), (r) => r.fechar());
    const erp = depois(await subirErp(SEGREDO), (e) => e.desligar());
    const env = { DATABASE_URL: banco.url, REDIS_URL: redis.url, ERP_URL: erp.url, ERP_SEGREDO: SEGREDO };
    const urls = { redisUrl: redis.url, databaseUrl: banco.url };
    const fila = depois(await createFila({ ...urls, papel: 'produtor', logger: MUDO }), (f) => f.fechar());

    const primeiro = await subirWorker(env);
    await chegar(banco, fila, pedidos(60), 'pago', 1);
    await waitUntil(() => erp.aceitos.size === 60);
    erp.reagir(({ chave }) => (chave.includes('notificar') ? { falha: 'calar', aceitar: true } : {}));
    await chegar(banco, fila, pedidos(60), 'reembolsado', 2);
    await waitUntil(() => erp.chegadas.filter((c) => c.chave.includes('notificar')).length >= 8);
    primeiro.matar('SIGKILL');
    await primeiro.terminou;
    const [presos] = await banco.sql`select count(*) as n from outbox where reserva is not null`;
    expect(presos?.n).toBeGreaterThanOrEqual(8);

    erp.reagir(() => (Math.random() < 0.1 ? { status: 503 } : {}));
    const outros = await Promise.all([subirWorker(env), subirWorker(env)]);
    await waitUntil(async () => (await abertos(banco)) === 0, { prazoMs: 120_000, intervaloMs: 250 });
    await conferir(banco, erp);
    expect(erp.aceitos.size).toBe(180);
    expect(erp.chegadas.length).toBeGreaterThanOrEqual(188); // what the killed one had handed over came again
    const metricas = await fetch(`http://127.0.0.1:${outros[0].porta}/metrics`).then((r) => r.text());
    expect(metricas).toMatch(/^entrada_outbox_pending 0$/m);
    for (const w of outros) w.matar('SIGTERM');
    for (const w of outros) expect(await w.terminou).toMatchObject({ code: 0 });
  }, 240_000);
});

describe('a worker process without ERP_URL', () => {
  it('leaves the effects where they are, and says so once', async () => {
    const banco = depois(await bancoDeTeste(), (b) => b.fechar());
    const urls = { redisUrl: null, databaseUrl: banco.url };
    const fila = depois(await createFila({ ...urls, papel: 'produtor', logger: MUDO }), (f) => f.fechar());
    const worker = await subirWorker({ DATABASE_URL: banco.url });
    await chegar(banco, fila, pedidos(5), 'pago', 1);
    await waitUntil(async () => (await contarPendentes(banco.sql)).pendentes === 0);
    await banco.sql`update outbox set criado_em = now() - interval '1 min'`;
    await fila.agendar({ tarefa: 'varrer' });
    await waitUntil(async () => (await fila.fila('agenda').getJobCounts('completed')).completed);
    const [linha] = await banco.sql`select count(*) as n, sum(tentativas)::int as tentativas from outbox`;
    expect(linha).toEqual({ n: 5, tentativas: 0 });
    expect(await fila.fila('publicar').getJobCounts('waiting', 'active', 'failed', 'completed')).toEqual({
      waiting: 0,
      active: 0,
      failed: 0,
      completed: 0,
    });
    expect(worker.saida().match(/ERP_URL is not set/g)).toHaveLength(1);

    // A worker without the role publish wakes the publisher all the same: its jobs are taken, and nothing is tried.
    await fila.acordar(
      'publicar',
      pedidos(5).map((recurso_id) => ({ origem: 'loja', recurso_id })),
    );
    await waitUntil(async () => (await fila.fila('publicar').getJobCounts('completed')).completed === 5);
    const [depoisDisso] = await banco.sql`
      select count(*) as n, sum(tentativas)::int as tentativas from outbox where proxima_tentativa_em > now()`;
    expect(depoisDisso).toEqual({ n: 5, tentativas: 0 });
  }, 60_000);
});
