import { type DialetoDaLoja, loja, venddor } from '@entrada/lojas';
import fastify from 'fastify';
import { expect, it, onTestFinished } from 'vitest';
import { criarSorteio } from '../sorteio.ts';
import { type BotoesDaApi, rotasDaApi } from './api.ts';
import { LojaViva } from './loja-viva.ts';
import { viver } from './mundo.ts';

interface Lista {
  orders: { id: string; status: string; sequence?: number; updated_at: string; total_cents: number }[];
  next_cursor?: string;
}

async function subir(dialeto: DialetoDaLoja, pedidos: number) {
  let agora = Date.UTC(2026, 2, 1);
  const viva = new LojaViva({ nome: 'l', dialeto, agora: () => agora++, aoContar: () => undefined });
  const mundo = { lojas: [viva], semente: 'api', duracaoMs: 0, reabre: true, sinal: new AbortController().signal };
  await viver({ ...mundo, pedidos });
  const botoes: BotoesDaApi = { ligada: true, pagina: 10, falhas: 0 };
  const app = fastify();
  rotasDaApi(app, new Map([['l', { loja: viva, token: 'um-token' }]]), botoes, criarSorteio('api'));
  onTestFinished(() => app.close());
  const pedir = (url: string, authorization = 'Bearer um-token') =>
    app.inject({ method: 'GET', url, headers: { authorization } });
  const listar = async (query: string) => (await pedir(`/l/orders?${query}`)).json<Lista>();
  return { viva, botoes, pedir, listar, avancar: (ms: number) => (agora += ms) };
}

const DESDE = 'updated_since=2026-02-28T00:00:00Z';

async function listarTudo({ listar }: Awaited<ReturnType<typeof subir>>, noMeio: () => void = () => undefined) {
  const orders: Lista['orders'] = [];
  for (let cursor = ''; ; ) {
    const pagina = await listar(`${DESDE}${cursor}`);
    orders.push(...pagina.orders);
    if (pagina.next_cursor === undefined) return orders;
    cursor = `&cursor=${encodeURIComponent(pagina.next_cursor)}`;
    noMeio();
  }
}

it('lists every order once, oldest change first, page by page', async () => {
  const api = await subir(loja, 95);
  const orders = await listarTudo(api);
  expect(new Set(orders.map((o) => o.id))).toEqual(new Set(api.viva.pedidos.keys()));
  expect(orders).toHaveLength(95);
  const instantes = orders.map((o) => o.updated_at);
  expect(instantes).toEqual(instantes.toSorted());
  expect(orders[0]).toEqual({
    id: expect.stringMatching(/^\d+$/),
    status: expect.stringMatching(/^(open|paid|shipped|canceled|refunded)$/),
    sequence: expect.any(Number),
    updated_at: expect.stringMatching(/^2026-03-01T.*Z$/),
    total_cents: expect.any(Number),
    customer_email: expect.stringContaining('@'),
  });
});

it('does not lose an order that changes while somebody pages: it comes again, at the end', async () => {
  const api = await subir(loja, 50);
  const [primeiro] = [...api.viva.pedidos.values()].sort((a, b) => b.updated_at - a.updated_at);
  let mudou = false;
  const orders = await listarTudo(api, () => {
    if (!mudou && primeiro) Object.assign(primeiro, { updated_at: Date.UTC(2026, 2, 2), status: 'refunded' });
    mudou = true;
  });
  expect(orders.at(-1)).toMatchObject({ id: primeiro?.id, status: 'refunded' });
  expect(new Set(orders.map((o) => o.id)).size).toBe(50);
});

it('lists only what changed at or after the instant', async () => {
  const { listar, viva, botoes } = await subir(loja, 30);
  botoes.pagina = 100;
  const meio = [...viva.pedidos.values()].map((p) => p.updated_at).sort((a, b) => a - b)[15]!;
  const { orders } = await listar(`updated_since=${new Date(meio).toISOString()}`);
  expect(orders).toHaveLength(15);
});

it('says one order, in the words of its own kind of store', async () => {
  const { pedir, viva } = await subir(venddor, 20);
  for (const pedido of viva.pedidos.values()) {
    const lido = (await pedir(`/l/orders/${pedido.id}`)).json();
    expect(lido).toMatchObject({ status: pedido.status, total_cents: pedido.total_cents });
    expect(lido).not.toHaveProperty('sequence');
  }
});

it('knows who asks, and what it does not have', async () => {
  const { pedir } = await subir(loja, 3);
  expect((await pedir(`/l/orders?${DESDE}`, 'Bearer outro')).statusCode).toBe(401);
  expect((await pedir('/l/orders/1', '')).statusCode).toBe(401);
  expect((await pedir('/l/orders/ninguem')).statusCode).toBe(404);
  expect((await pedir('/outra/orders/1')).statusCode).toBe(404);
  expect((await pedir('/l/orders?updated_since=ontem')).statusCode).toBe(400);
  expect((await pedir('/l/orders')).statusCode).toBe(400);
  expect((await pedir(`/l/orders?${DESDE}&cursor=x`)).statusCode).toBe(400);
});

it('can be turned off, and can fail now and then', async () => {
  const { pedir, botoes } = await subir(loja, 3);
  botoes.falhas = 0.5;
  const respostas = await Promise.all(Array.from({ length: 60 }, () => pedir(`/l/orders?${DESDE}`)));
  expect(new Set(respostas.map((r) => r.statusCode))).toEqual(new Set([200, 429, 503]));
  expect(respostas.find((r) => r.statusCode === 429)?.headers['retry-after']).toBe('1');
  botoes.ligada = false;
  expect((await pedir(`/l/orders?${DESDE}`)).statusCode).toBe(503);
});
