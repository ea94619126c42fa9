import { type Criterio, dadosDoEstado, dobrar, type Fato, type Status, TERMINAIS, versaoDoFato } from '@entrada/domain';
import { describe, expect, it } from 'vitest';
import { gerarLoja } from './gerador.ts';

/** The dialect's table, written a third time on purpose: the store, the dialect and this test must agree. */
const STATUS: Readonly<Record<string, Status>> = {
  'order.created': 'criado',
  'order.paid': 'pago',
  'order.shipped': 'enviado',
  'order.canceled': 'cancelado',
  'order.refunded': 'reembolsado',
};

describe.each<Criterio>(['instante', 'sequencia'])('with stores ordered by %s', (criterio) => {
  it('the rules come to what the store says about each of 20,000 orders', () => {
    const loja = gerarLoja({ semente: 'regras', pedidos: 20_000, versao: criterio });
    const fatos = new Map<string, Fato[]>();
    for (const evento of loja.eventos) {
      const { type, occurred_at, sequence, data } = JSON.parse(evento.corpo);
      const status = STATUS[type];
      if (!status) continue;
      const quando = criterio === 'sequencia' ? { sequence } : { occurredAt: Date.parse(occurred_at) };
      const dados = { total_centavos: data.total_cents ?? null, cliente_email: data.customer_email ?? null };
      const fato: Fato = {
        evento_id: evento.id,
        status,
        versao: versaoDoFato(quando, status),
        fonte: 'webhook',
        dados,
      };
      fatos.set(evento.pedido, [...(fatos.get(evento.pedido) ?? []), fato]);
    }
    const errados = loja.pedidos.filter((pedido) => {
      const passos = dobrar(fatos.get(pedido.id) ?? [], { criterio, saidas: TERMINAIS, apiVence: false });
      const estado = passos.at(-1)?.depois;
      const dito = {
        status: pedido.status,
        total_centavos: pedido.total_centavos,
        cliente_email: pedido.cliente_email,
      };
      return !estado || JSON.stringify({ status: estado.status, ...dadosDoEstado(estado) }) !== JSON.stringify(dito);
    });
    expect(errados).toEqual([]);
  });
});
