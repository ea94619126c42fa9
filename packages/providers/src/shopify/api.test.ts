import { type ApiServida, type PedidoNaLoja, servirApi, shopify } from '@entrada/lojas';
import { afterEach, expect, it } from 'vitest';
import type { ListaDaApi } from '../api/contrato.ts';
import { criarShopify } from './index.ts';

let loja: ApiServida;
afterEach(() => loja.fechar());

const TOKEN = 'shpat_de_exemplo';
const MEIO_DIA = Date.UTC(2026, 2, 1, 12);

async function abrir(opcoes: Partial<Parameters<typeof servirApi>[1]> = {}, token = TOKEN) {
  loja = await servirApi(shopify, { token: TOKEN, ...opcoes });
  const feito = criarShopify({});
  if ('erros' in feito) throw new Error('bad options');
  return feito.dialeto.criarApi!({ apiUrl: loja.url, apiToken: token });
}
const pedido = (id: string, status: string, segundo = 0): PedidoNaLoja => ({
  id,
  status,
  sequence: 1,
  updated_at: MEIO_DIA + segundo * 1_000,
  total_cents: 10_005,
  customer_email: 'ana@example.com',
});
const guardar = (...pedidos: PedidoNaLoja[]) => {
  for (const p of pedidos) loja.pedidos.set(p.id, p);
};

async function listarTudo(api: Awaited<ReturnType<typeof abrir>>, desde = new Date(MEIO_DIA)): Promise<ListaDaApi[]> {
  const paginas: ListaDaApi[] = [];
  for (let pagina: string | null = null; ; ) {
    const lista = await api.listar({ desde, pagina });
    if (lista.tipo === 'falha') throw new Error(lista.motivo);
    paginas.push(lista);
    if (lista.proxima === null) return paginas;
    pagina = lista.proxima;
  }
}
const ids = (paginas: ListaDaApi[]) =>
  paginas.flatMap((l) => l.pedidos.map((p) => ('leitura' in p ? `${p.recurso_id} ${p.leitura.status}` : p.motivo)));

it('reads one order', async () => {
  const api = await abrir();
  guardar(pedido('1001', 'partially_refunded'));
  expect(await api.lerPedido('1001')).toEqual({
    tipo: 'lido',
    pedido: {
      recurso_id: '1001',
      leitura: {
        status: 'pago',
        occurredAt: MEIO_DIA,
        sequence: null,
        dados: { total_centavos: 10_005, cliente_email: 'ana@example.com' },
        marcas: { reembolsos: [{ id: '91001', centavos: 201 }] },
      },
    },
  });
  expect(await api.lerPedido('1002')).toEqual({ tipo: 'inexistente' });
});

it('lists what changed, cancelled orders included, page by page', async () => {
  const api = await abrir({ pagina: 2 });
  const estados = ['pending', 'paid', 'cancelled', 'fulfilled', 'cancelled_paid', 'refunded'];
  guardar(pedido('900', 'paid', -60), ...estados.map((s, i) => pedido(String(1001 + i), s, i)));
  const paginas = await listarTudo(api);
  expect(paginas.map((l) => l.pedidos.length)).toEqual([2, 2, 2]);
  expect(ids(paginas)).toEqual([
    '1001 criado',
    '1002 pago',
    '1003 cancelado',
    '1004 enviado',
    '1005 cancelado',
    '1006 reembolsado',
  ]);
  expect(paginas[0]?.agoraDaLoja).toBeInstanceOf(Date);
  expect(loja.perguntas[0]).toContain('status=any');
  expect(loja.perguntas[1]).toMatch(/^\/orders\.json\?page_info=[\w-]+&limit=250$/);
});

it('loses no order that changes while it lists', async () => {
  const api = await abrir({ pagina: 1 });
  guardar(pedido('1001', 'paid', 1), pedido('1002', 'paid', 2), pedido('1003', 'paid', 3));
  const primeira = await api.listar({ desde: new Date(MEIO_DIA), pagina: null });
  guardar(pedido('1001', 'fulfilled', 9));
  if (primeira.tipo === 'falha') throw new Error(primeira.motivo);
  const resto: ListaDaApi[] = [primeira];
  for (let pagina = primeira.proxima; pagina !== null; ) {
    const lista = await api.listar({ desde: new Date(MEIO_DIA), pagina });
    if (lista.tipo === 'falha') throw new Error(lista.motivo);
    resto.push(lista);
    pagina = lista.proxima;
  }
  expect(ids(resto)).toEqual(['1001 pago', '1002 pago', '1003 pago', '1001 enviado']);
});

it('waits as long as it is asked to where the bucket is full', async () => {
  const api = await abrir({ balde: { capacidade: 1, porSegundo: 2 } });
  guardar(pedido('1001', 'paid'));
  expect(await api.lerPedido('1001')).toMatchObject({ tipo: 'lido' });
  const inicio = performance.now();
  expect(await api.lerPedido('1001')).toMatchObject({ tipo: 'lido' });
  expect(loja.recusadas()).toBe(1);
  expect(performance.now() - inicio).toBeGreaterThan(950);
});

it('says what is wrong with its token, and never shows it', async () => {
  const api = await abrir({}, 'shpat_errado');
  const resposta = await api.lerPedido('1001');
  expect(resposta).toMatchObject({ tipo: 'falha', transitoria: false, motivo: expect.stringContaining('401') });
  expect(JSON.stringify(resposta)).not.toContain('shpat_errado');
});
