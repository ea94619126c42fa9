import { dadosDoEstado, dobrar, type Fato, type Regras, TERMINAIS, versaoDoFato } from '@entrada/domain';
import { type DialetoDaLoja, type Fala, loja, venddor } from '@entrada/lojas';
import { describe, expect, it } from 'vitest';
import { criarSorteio } from '../sorteio.ts';
import { LojaViva } from './loja-viva.ts';
import { idDoPedido, viver } from './mundo.ts';

/** A store's whole life in an instant, on a clock of its own. */
async function viverDepressa(dialeto: DialetoDaLoja, pedidos: number, semente = 'vivo', reabre = true) {
  let agora = Date.UTC(2026, 2, 1);
  const falas: Fala[] = [];
  const viva = new LojaViva({
    nome: 'l',
    dialeto,
    agora: () => agora++,
    aoContar: (fala) => void falas.push(fala),
  });
  await viver({ lojas: [viva], semente, pedidos, duracaoMs: 0, reabre, sinal: new AbortController().signal });
  return { viva, falas };
}

const TIPOS: Record<string, string> = {
  'order.created': 'open',
  'order.paid': 'paid',
  'order.shipped': 'shipped',
  'order.canceled': 'canceled',
  'order.refunded': 'refunded',
};

/** What a receiver reads in an event, written once more on purpose. */
function lerFato(dialeto: DialetoDaLoja, fala: Fala): { pedido: string; fato: Fato } | null {
  const corpo = JSON.parse(fala.corpo({ agora: new Date(), retry: false }));
  const campos = dialeto.nome === 'loja' ? corpo.data : corpo.payload;
  const palavra = dialeto.nome === 'loja' ? TIPOS[corpo.type] : (campos.new_status ?? campos.status);
  const status = dialeto.palavras[palavra ?? ''];
  if (!status || fala.pedido === null) return null;
  const versao = versaoDoFato(
    dialeto.temSequencia ? { sequence: corpo.sequence } : { occurredAt: Date.parse(corpo.payload.timestamp) },
    status,
  );
  const dados = { total_centavos: campos.total_cents ?? null, cliente_email: campos.customer_email ?? null };
  return { pedido: fala.pedido, fato: { evento_id: fala.evento_id, status, versao, fonte: 'webhook', dados } };
}

const regras = (dialeto: DialetoDaLoja): Regras => ({
  criterio: dialeto.temSequencia ? 'sequencia' : 'instante',
  saidas: TERMINAIS,
  apiVence: dialeto.nome === 'venddor',
});

describe.each([loja, venddor])('a store that speaks $nome', (dialeto) => {
  /** @param perda part of the events that never arrive; then the API's last word is added */
  async function comparar(perda: number, reabre: boolean): Promise<string[]> {
    const sorteio = criarSorteio('perdas');
    const { viva, falas } = await viverDepressa(dialeto, 3_000, 'vivo', reabre);
    const fatos = new Map<string, Fato[]>();
    for (const fala of falas) {
      const lido = lerFato(dialeto, fala);
      if (lido && !sorteio.chance(perda)) fatos.set(lido.pedido, [...(fatos.get(lido.pedido) ?? []), lido.fato]);
    }
    return [...viva.pedidos.values()].flatMap((p) => {
      const status = dialeto.palavras[p.status]!;
      const quando = dialeto.temSequencia ? { sequence: p.sequence } : { occurredAt: p.updated_at };
      const dados = { total_centavos: p.total_cents, cliente_email: p.customer_email };
      const api: Fato = { evento_id: 'api:', status, versao: versaoDoFato(quando, status), fonte: 'api', dados };
      const conhecidos = [...(fatos.get(p.id) ?? []), ...(perda > 0 ? [api] : [])];
      const estado = dobrar(conhecidos, regras(dialeto)).at(-1)?.depois;
      const dito = estado && { status: estado.status, ...dadosDoEstado(estado) };
      return JSON.stringify(dito) === JSON.stringify({ status, ...dados }) ? [] : [`${p.id} ${p.vida}`];
    });
  }

  it('tells enough: whoever hears all of it has every order as the store has it', async () => {
    expect(await comparar(0, false)).toEqual([]);
  });
  it('answers enough: whoever missed half of it and asks the API has every order as the store has it', async () => {
    expect(await comparar(0.5, true)).toEqual([]);
  });

  it('makes the same lives of the same seed, and never one key for two events', async () => {
    const [a, b] = [await viverDepressa(dialeto, 300), await viverDepressa(dialeto, 300)];
    const resumo = (l: LojaViva) => [...l.pedidos.values()].map((p) => [p.id, p.vida, p.total_cents, p.customer_email]);
    expect(resumo(a.viva)).toEqual(resumo(b.viva));
    expect(new Set(a.falas.map((f) => f.evento_id)).size).toBe(a.falas.length);
    expect(new Set([...a.viva.pedidos.values()].map((p) => p.vida)).size).toBe(dialeto.vidas(true).length);
  });
});

it('two seeds number their orders differently, two stores alike', () => {
  expect(idDoPedido('a', 1)).not.toBe(idDoPedido('b', 1));
  expect(idDoPedido('a', 7)).toMatch(/^\d{14}$/);
});

it('a payload of venddor is the same at every attempt, its envelope is not', async () => {
  const { falas } = await viverDepressa(venddor, 1);
  const [um, dois] = [1, 2].map((dia) =>
    JSON.parse(falas[0]!.corpo({ agora: new Date(Date.UTC(2026, 0, dia)), retry: dia === 2 })),
  );
  expect(um.payload).toEqual(dois.payload);
  expect([um.timestamp, dois.timestamp]).toEqual(['2026-01-01T00:00:00.000Z', '2026-01-02T00:00:00.000Z']);
  expect([um.retry, dois.retry]).toEqual([undefined, true]);
  expect(um.payload.timestamp).not.toBe(um.timestamp);
});
