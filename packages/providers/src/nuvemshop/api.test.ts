import { type ApiServida, nuvemshop, type PedidoNaLoja, servirApi } from '@entrada/lojas';
import { afterEach, expect, it } from 'vitest';
import type { ClienteDaApi } from '../api/contrato.ts';
import { criarNuvemshop } from './index.ts';

let loja: ApiServida;
afterEach(() => loja.fechar());

const TOKEN = 'token-de-exemplo';
const MEIO_DIA = Date.UTC(2026, 2, 1, 12);

async function abrir(opcoes: Partial<Parameters<typeof servirApi>[1]> = {}): Promise<ClienteDaApi> {
  loja = await servirApi(nuvemshop, { token: TOKEN, ...opcoes });
  const feito = criarNuvemshop({ USER_AGENT: 'Minha Loja (ana@example.com)' });
  if ('erros' in feito) throw new Error('bad options');
  return feito.dialeto.criarApi!({ apiUrl: loja.url, apiToken: TOKEN });
}
function guardar(quantos: number, status = 'paid', segundo = (i: number) => i): void {
  for (let i = 0; i < quantos; i++) {
    const pedido: PedidoNaLoja = {
      id: String(100_001 + i),
      status,
      sequence: 1,
      updated_at: MEIO_DIA + segundo(i) * 1_000,
      total_cents: 10_005,
      customer_email: 'ana@example.com',
    };
    loja.pedidos.set(pedido.id, pedido);
  }
}

async function listarTudo(api: ClienteDaApi, desde = new Date(MEIO_DIA)): Promise<string[]> {
  const lidos: string[] = [];
  for (let pagina: string | null = null; ; ) {
    const lista = await api.listar({ desde, pagina });
    if (lista.tipo === 'falha') throw new Error(lista.motivo);
    lidos.push(...lista.pedidos.map((p) => ('leitura' in p ? p.recurso_id : p.motivo)));
    if (lista.proxima === null) return lidos;
    pagina = lista.proxima;
  }
}

it('reads one order, and none where there is none', async () => {
  const api = await abrir();
  guardar(1, 'packed');
  expect(await api.lerPedido('100001')).toMatchObject({ tipo: 'lido', pedido: { leitura: { status: 'pago' } } });
  expect(await api.lerPedido('7')).toEqual({ tipo: 'inexistente' });
});

it('lists every order that changed, whatever its state, page by page', async () => {
  const api = await abrir({ pagina: 3 });
  guardar(7, 'cancelled');
  expect((await listarTudo(api)).sort()).toEqual([...loja.pedidos.keys()]);
  expect(loja.perguntas).toHaveLength(3);
  expect(loja.perguntas[0]).toContain('status=any');
  expect(await listarTudo(api, new Date(MEIO_DIA + 5_000))).toEqual(['100007', '100006']);
});

it('takes the 404 for an empty list, and the clock that comes with it', async () => {
  const api = await abrir();
  expect(await api.listar({ desde: new Date(MEIO_DIA), pagina: null })).toEqual({
    tipo: 'lida',
    pedidos: [],
    proxima: null,
    agoraDaLoja: expect.any(Date),
  });
});

it('lists in halves what the pages do not reach, and loses nothing', async () => {
  const api = await abrir({ pagina: 200 });
  guardar(10_050, 'paid', (i) => i % 3_000);
  const lidos = await listarTudo(api);
  expect(new Set(lidos).size).toBe(10_050);
  expect(loja.perguntas.some((p) => p.includes('updated_at_max'))).toBe(true);
}, 30_000);

it('waits where the bucket is full', async () => {
  const api = await abrir({ balde: { capacidade: 1, porSegundo: 2 } });
  guardar(1);
  await api.lerPedido('100001');
  expect(await api.lerPedido('100001')).toMatchObject({ tipo: 'lido' });
  expect(loja.recusadas()).toBe(1);
});
