import { VIDAS } from '@entrada/lojas';
import { describe, expect, it } from 'vitest';
import { type EventoDaLoja, gerarLoja } from './gerador.ts';

interface Lido {
  id: string;
  type: string;
  sequence?: number;
  occurred_at: string;
  data: { id: string; total_cents?: number | null; customer_email?: string | null };
}
const ler = (e: EventoDaLoja): Lido => JSON.parse(e.corpo);
const loja = gerarLoja({ semente: 'teste', pedidos: 2000, versao: 'instante' });
const porPedido = agrupar(loja.eventos);

describe('the simulated store', () => {
  it('says the same for the same seed, byte for byte, and something else for another', () => {
    expect(gerarLoja({ semente: 'teste', pedidos: 2000, versao: 'instante' })).toEqual(loja);
    expect(gerarLoja({ semente: 'teste2', pedidos: 5, versao: 'instante' }).eventos[0]?.corpo).not.toEqual(
      loja.eventos[0]?.corpo,
    );
  });

  it('keeps its first orders as they are when more are asked for', () => {
    const poucos = gerarLoja({ semente: 'teste', pedidos: 10, versao: 'instante' });
    expect(poucos.pedidos).toEqual(loja.pedidos.slice(0, 10));
    expect(poucos.eventos).toEqual(loja.eventos.slice(0, poucos.eventos.length));
  });

  it('lives every kind of life, and no event id twice', () => {
    expect(new Set(loja.pedidos.map((p) => p.vida))).toEqual(new Set(VIDAS.map((v) => v.nome)));
    expect(new Set(loja.eventos.map((e) => e.id)).size).toBe(loja.eventos.length);
    expect(loja.eventos.every((e) => e.id.startsWith(loja.prefixo) && e.pedido.startsWith(loja.prefixo))).toBe(true);
  });

  it('leaves an order cancelled whose payment came later than its cancellation', () => {
    const tardios = loja.pedidos.filter((p) => p.vida === 'late payment after cancellation');
    expect(tardios.length).toBeGreaterThan(100);
    for (const pedido of tardios) {
      const eventos = (porPedido.get(pedido.id) ?? []).map(ler);
      const quando = (type: string) => Date.parse(eventos.find((e) => e.type === type)?.occurred_at ?? '');
      expect(pedido.status).toBe('cancelado');
      expect(quando('order.paid')).toBeGreaterThan(quando('order.canceled'));
    }
  });

  it('lets some events share an instant, but never the late payment and its cancellation', () => {
    const iguais = [...porPedido.values()].filter((eventos) => {
      const instantes = eventos
        .map(ler)
        .filter((e) => e.type !== 'order.comment_added')
        .map((e) => Date.parse(e.occurred_at));
      return new Set(instantes).size < instantes.length;
    });
    expect(iguais.length).toBeGreaterThan(100);
  });

  it('claims no total and no e-mail that it never told', () => {
    for (const pedido of loja.pedidos) {
      const dados = (porPedido.get(pedido.id) ?? []).map((e) => ler(e).data);
      if (pedido.total_centavos === null) expect(dados.every((d) => d.total_cents == null)).toBe(true);
      else expect(dados.some((d) => d.total_cents === pedido.total_centavos)).toBe(true);
      if (pedido.cliente_email === null) expect(dados.every((d) => d.customer_email == null)).toBe(true);
      else expect(dados.some((d) => d.customer_email === pedido.cliente_email)).toBe(true);
    }
    expect(loja.pedidos.some((p) => p.total_centavos === null)).toBe(true);
  });

  it('counts the events of each order where it is asked to', () => {
    const { eventos } = gerarLoja({ semente: 'teste', pedidos: 1, versao: 'sequencia' });
    expect(eventos.map((e) => ler(e).sequence)).toEqual(eventos.map((_, i) => i + 1));
    expect(loja.eventos.every((e) => ler(e).sequence === undefined)).toBe(true);
  });
});

function agrupar(eventos: EventoDaLoja[]): Map<string, EventoDaLoja[]> {
  const grupos = new Map<string, EventoDaLoja[]>();
  for (const e of eventos) grupos.set(e.pedido, [...(grupos.get(e.pedido) ?? []), e]);
  return grupos;
}
