import { describe, expect, it, vi } from 'vitest';
import type { Gravado } from './caixa.ts';
import { criarEnfileirador, type PedidoAEnfileirar } from './enfileirador.ts';

function gravado(evento_id: string, recurso_id: string | null = 'p1', pendente = true): Gravado {
  const evento = { origem: 'loja', evento_id, recurso_id, tipo: 't', payload: '{}', corpo: null, segredo_nome: null };
  return {
    evento: { ...evento, fonte: 'webhook', resultado: null },
    gravacao: { evento_id, situacao: 'recebido', pendente },
  };
}

function comFila() {
  const lotes: PedidoAEnfileirar[][] = [];
  let livre = Promise.resolve();
  const enfileirador = criarEnfileirador(async (pedidos) => {
    lotes.push(pedidos);
    await livre;
  }, 1);
  /** The next add lasts until what comes back is called. */
  const prender = (): (() => void) => {
    let soltar = (): void => {};
    livre = new Promise((resolve) => {
      soltar = resolve;
    });
    return soltar;
  };
  return { lotes, enfileirador, prender };
}

describe('waking the workers', () => {
  it('goes on after a commit that leaves nobody to wake', async () => {
    const { lotes, enfileirador } = comFila();
    enfileirador.acordar([gravado('e1', 'p1', false), gravado('e2', null)]);
    await enfileirador.terminar();
    enfileirador.acordar([gravado('e3')]);
    await enfileirador.terminar();
    expect(lotes).toEqual([[{ origem: 'loja', recurso_id: 'p1', evento_id: 'e3' }]]);
  });
  it('merges what comes together, and what comes while an add is under way, one entry per order', async () => {
    const { lotes, enfileirador, prender } = comFila();
    const soltar = prender();
    enfileirador.acordar([gravado('e0', 'a')]);
    enfileirador.acordar([gravado('e1', 'a')]);
    await vi.waitFor(() => expect(lotes).toHaveLength(1));
    enfileirador.acordar([gravado('e2', 'a'), gravado('e3', 'b')]);
    enfileirador.acordar([gravado('e4', 'a')]);
    soltar();
    await enfileirador.terminar();
    expect(lotes.map((l) => l.map((p) => p.evento_id))).toEqual([['e1'], ['e4', 'e3']]);
  });
  it('wakes again at once when the one before has ended', async () => {
    const { lotes, enfileirador } = comFila();
    for (const id of ['e1', 'e2', 'e3']) {
      enfileirador.acordar([gravado(id)]);
      await enfileirador.terminar();
    }
    expect(lotes).toHaveLength(3);
  });
});
