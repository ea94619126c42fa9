import { expect, it } from 'vitest';
import { compararPedidos } from './conferir.ts';
import { esperarFim } from './esperar.ts';
import type { PedidoNaLoja } from './gerador.ts';

const pedido: PedidoNaLoja = { id: 'a', vida: 'paid', status: 'pago', total_centavos: 100, cliente_email: null };

it('an order as the store has it makes no difference', () => {
  expect(compararPedidos([pedido], [{ ...pedido }])).toEqual([]);
});

it('every field that differs is named with both values', () => {
  expect(compararPedidos([pedido], [{ ...pedido, status: 'criado', cliente_email: 'x@y' }])).toEqual([
    { pedido: 'a', vida: 'paid', campo: 'status', esperado: 'pago', encontrado: 'criado' },
    { pedido: 'a', vida: 'paid', campo: 'cliente_email', esperado: null, encontrado: 'x@y' },
  ]);
});

it('an order that is missing is one difference', () => {
  expect(compararPedidos([pedido], [])).toEqual([
    { pedido: 'a', vida: 'paid', campo: 'pedido', esperado: 'a', encontrado: null },
  ]);
});

it('waits while the count goes down, and gives up once it stands still', async () => {
  const contagens = [5, 4, 3, 0];
  expect(await esperarFim(async () => contagens.shift() ?? 0, { paciencia_ms: 20, intervalo_ms: 15 })).toBe(0);
  const vistos: number[] = [];
  const opcoes = { paciencia_ms: 20, intervalo_ms: 5 };
  expect(
    await esperarFim(
      async () => 7,
      opcoes,
      (n) => vistos.push(n),
    ),
  ).toBe(7);
  expect(vistos.length).toBeGreaterThan(2);
});
