import type { Gravacao, NovoEvento } from '@entrada/db';
import { describe, expect, it } from 'vitest';
import { criarCaixa } from './caixa.ts';
import type { Prazo } from './prazo.ts';

const evento = (evento_id: string, bytes = 10): NovoEvento => ({
  origem: 'loja',
  evento_id,
  recurso_id: 'p1',
  tipo: 'order.paid',
  fonte: 'webhook',
  payload: '{}',
  corpo: Buffer.alloc(bytes),
  segredo_nome: null,
  resultado: null,
});
const nunca = (): Prazo => ({ aoVencer: null });
const recebido: Gravacao = { evento_id: 'e', situacao: 'recebido', pendente: true };

/** A database whose statements end when the test says so. */
function bancoManual() {
  const lotes: { ids: string[]; fim: PromiseWithResolvers<void> }[] = [];
  return {
    lotes,
    gravar: async (eventos: readonly NovoEvento[]) => {
      const fim = comResolvedores();
      lotes.push({ ids: eventos.map((e) => e.evento_id), fim });
      await fim.promise;
      return eventos.map(() => recebido);
    },
  };
}

interface PromiseWithResolvers<T> {
  promise: Promise<T>;
  resolve(v: T): void;
  reject(e: unknown): void;
}
function comResolvedores(): PromiseWithResolvers<void> {
  let resolve!: () => void;
  let reject!: (e: unknown) => void;
  const promise = new Promise<void>((ok, mal) => {
    resolve = ok;
    reject = mal;
  });
  return { promise, resolve, reject };
}

describe('group commit', () => {
  it('stores a lone event at once, and what waits meanwhile together', async () => {
    const { lotes, gravar } = bancoManual();
    const caixa = criarCaixa({ gravar, impossivel: () => null, aposGravar: () => {} });
    const todos = ['a', 'b', 'c', 'd', 'e'].map((id) => caixa.guardar(evento(id), nunca()));
    expect(lotes.map((l) => l.ids)).toEqual([['a'], ['b']]);
    expect(caixa.esperando()).toBe(3);
    lotes[0]!.fim.resolve();
    await todos[0];
    await new Promise(setImmediate);
    expect(lotes.map((l) => l.ids)).toEqual([['a'], ['b'], ['c', 'd', 'e']]);
    lotes[1]!.fim.resolve();
    lotes[2]!.fim.resolve();
    expect(await Promise.all(todos)).toEqual(Array(5).fill(recebido));
  });
  it('bounds a batch by bytes, yet takes one event of any size', async () => {
    const { lotes, gravar } = bancoManual();
    const caixa = criarCaixa({ gravar, impossivel: () => null, aposGravar: () => {}, simultaneos: 1, maxBytes: 100 });
    for (const [id, bytes] of [
      ['a', 1],
      ['b', 60],
      ['c', 60],
      ['d', 500],
      ['e', 1],
    ] as const)
      void caixa.guardar(evento(id, bytes), nunca());
    for (let i = 0; i < lotes.length; i++) {
      lotes[i]!.fim.resolve();
      await new Promise(setImmediate);
    }
    expect(lotes.map((l) => l.ids)).toEqual([['a'], ['b'], ['c'], ['d'], ['e']]);
  });
  it('withdraws an event whose deadline passes while it waits', async () => {
    const { lotes, gravar } = bancoManual();
    const caixa = criarCaixa({ gravar, impossivel: () => null, aposGravar: () => {}, simultaneos: 1 });
    void caixa.guardar(evento('a'), nunca());
    const prazo = nunca();
    const b = caixa.guardar(evento('b'), prazo);
    prazo.aoVencer?.(new Error('late'));
    await expect(b).rejects.toThrow('late');
    lotes[0]!.fim.resolve();
    await new Promise(setImmediate);
    expect(lotes).toHaveLength(1);
  });
  it('halves a refused batch until the culprits stand alone', async () => {
    const gravados: string[] = [];
    const caixa = criarCaixa({
      gravar: async (eventos) => {
        if (eventos.some((e) => e.evento_id.startsWith('mau'))) throw new Error('refused');
        gravados.push(...eventos.map((e) => e.evento_id));
        return eventos.map(() => recebido);
      },
      impossivel: () => 'because',
      aposGravar: () => {},
      simultaneos: 1,
    });
    const ids = ['x', 'mau1', 'a', 'b', 'mau2', 'c', 'd'];
    const desfechos = await Promise.all(ids.map((id) => caixa.guardar(evento(id), nunca())));
    expect(gravados.sort()).toEqual(['a', 'b', 'c', 'd', 'x']);
    expect(desfechos.filter((d) => 'impossivel' in d)).toHaveLength(2);
  });
  it('gives everybody the error that may pass', async () => {
    const caixa = criarCaixa({
      gravar: () => Promise.reject(new Error('connection lost')),
      impossivel: () => null,
      aposGravar: () => {},
    });
    const todos = ['a', 'b', 'c', 'd'].map((id) => caixa.guardar(evento(id), nunca()));
    const fins = await Promise.allSettled(todos);
    expect(fins.every((f) => f.status === 'rejected')).toBe(true);
  });
});
