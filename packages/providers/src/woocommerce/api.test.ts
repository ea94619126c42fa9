import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { PedidoDaApi } from '../api/contrato.ts';
import { abrirLojaDupla, com, type LojaDupla } from '../api/loja-dupla.suite.ts';
import { criarApiDoWoocommerce } from './api.ts';
import { type LojaWoo, lojaWoo } from './loja-woo.suite.ts';
import { PALAVRAS } from './palavras.ts';

const TOKEN = 'ck_exemplo:cs_exemplo';
const INICIO = Date.UTC(2026, 2, 1, 12) / 1000;

let porta: LojaDupla;
let loja: LojaWoo;
beforeAll(async () => {
  porta = await abrirLojaDupla();
});
afterAll(() => porta.fechar());
beforeEach(() => {
  loja = lojaWoo(TOKEN);
  porta.responder(loja.responder);
});
const api = (apiToken = TOKEN) => criarApiDoWoocommerce({ apiUrl: porta.apiUrl, apiToken }, PALAVRAS, { esperaMs: 1 });

describe('one order', () => {
  it('is what it is now', async () => {
    loja.pedidos.set(7, {
      id: 7,
      status: 'completed',
      modified: INICIO,
      total: '29.35',
      billing: { email: 'joão@a.b' },
    });
    expect(await api().lerPedido('7')).toEqual({
      tipo: 'lido',
      pedido: {
        recurso_id: '7',
        leitura: {
          status: 'enviado',
          occurredAt: INICIO * 1000,
          sequence: null,
          dados: { total_centavos: 2935, cliente_email: 'joão@a.b' },
        },
      },
    });
  });
  it('in the bin is cancelled, and one that is gone does not exist', async () => {
    loja.pedidos.set(7, { id: 7, status: 'trash', modified: INICIO });
    expect(await api().lerPedido('7')).toMatchObject({ pedido: { leitura: { status: 'cancelado' } } });
    expect(await api().lerPedido('8')).toEqual({ tipo: 'inexistente' });
  });
  it('is a failure where the shop refuses the key, or answers with a page', async () => {
    expect(await api('ck:cs').lerPedido('7')).toMatchObject({ tipo: 'falha', transitoria: false });
    porta.responder(com(200, '<html>Maintenance</html>'));
    expect(await api().lerPedido('7')).toMatchObject({ tipo: 'falha', transitoria: true });
    porta.responder(com(429, '', { 'retry-after': '0' }), loja.responder);
    expect(await api().lerPedido('7')).toEqual({ tipo: 'inexistente' });
  });
});

describe('what changed', () => {
  const correr = async (desde = new Date(INICIO * 1000)) => {
    const lidos: PedidoDaApi[] = [];
    const ilegiveis: { texto: string; motivo: string }[] = [];
    for (let pagina: string | null = null, n = 0; n < 60; n++) {
      const lida = await api().listar({ desde, pagina });
      if (lida.tipo === 'falha') throw new Error(lida.motivo);
      for (const p of lida.pedidos) 'leitura' in p ? lidos.push(p) : ilegiveis.push(p);
      pagina = lida.proxima;
      if (pagina === null) return { lidos, ilegiveis, ids: new Set(lidos.map((p) => Number(p.recurso_id))) };
    }
    throw new Error('the list has no end');
  };
  const encher = (n: number, modified: (i: number) => number, status = 'processing') => {
    for (let i = 1; i <= n; i++) loja.pedidos.set(i, { id: i, status, modified: modified(i) });
  };

  it('is asked for in UTC, oldest change first, the bin by itself', async () => {
    encher(3, (i) => INICIO + i);
    loja.pedidos.set(4, { id: 4, status: 'cancelled', modified: INICIO + 4 });
    loja.pedidos.set(5, { id: 5, status: 'trash', modified: INICIO + 5 });
    loja.pedidos.set(6, { id: 6, status: 'processing', modified: INICIO - 60 });
    expect([...(await correr()).ids]).toEqual([1, 2, 3, 4, 5]);
    expect(porta.pedidos[0]?.url).toBe(
      '/orders?status=any&modified_after=2026-03-01T11%3A59%3A59&dates_are_gmt=true&orderby=modified&order=asc&per_page=100&page=1',
    );
  });
  it('comes to its end over many pages, with and without the headers', async () => {
    encher(1_000, (i) => INICIO + i);
    for (loja.semCabecalhos of [false, true]) expect((await correr()).ids.size).toBe(1_000);
  });
  it('misses none of hundreds that changed in one second', async () => {
    encher(450, (i) => INICIO + (i < 100 ? i : 500));
    for (loja.semCabecalhos of [false, true]) expect((await correr()).ids.size).toBe(450);
  });
  it('misses none though orders that were listed change while we page', async () => {
    encher(500, (i) => INICIO + i);
    let agora = INICIO + 10_000;
    let n = 0;
    loja.aoListar = () => {
      // Each page but the last ones: ten orders of what was read go to the end.
      for (let i = 0; i < 10 && n < 60; i++) loja.pedidos.get(++n)!.modified = ++agora;
    };
    expect((await correr()).ids.size).toBe(500);
  });
  it('includes the second from which it is asked', async () => {
    encher(1, () => INICIO);
    expect((await correr(new Date(INICIO * 1000 + 999))).ids.size).toBe(1);
  });
  it('that nobody can read is shown as it came, and the rest is good', async () => {
    encher(2, () => INICIO);
    loja.pedidos.set(3, { id: 3, status: 'processing', modified: INICIO, total: '1.005' });
    const { ids, ilegiveis } = await correr();
    expect([...ids]).toEqual([1, 2]);
    expect(ilegiveis).toMatchObject([{ motivo: expect.stringContaining('total') }]);
    expect(JSON.parse(ilegiveis[0]?.texto ?? '')).toMatchObject({ id: 3 });
  });
  it('is a failure where the shop answers no list', async () => {
    porta.responder(com(200, { code: 'x' }));
    expect(await api().listar({ desde: new Date(), pagina: null })).toMatchObject({ tipo: 'falha', transitoria: true });
  });
});
