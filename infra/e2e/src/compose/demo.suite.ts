import { waitUntil } from '@entrada/testing';
import { expect, it } from 'vitest';
import type { Implantacao } from './implantacao.ts';
import { EXEMPLO_DA_DEMO } from './ler.ts';

/** The profile demo: a store that lives and an ERP that takes effects, with the lines of .env.example for it. */
export function provarDemo(dela: () => Implantacao): void {
  it('profile demo: the simulator delivers to the receiver, is asked, and gets the effects', async () => {
    const { sql, subir, parar, unidades, executar } = dela();
    const simulador = await subir('simulator', EXEMPLO_DA_DEMO);
    const comDemo = Object.fromEntries(
      Object.entries(EXEMPLO_DA_DEMO).map(([nome, valor]) => [
        nome,
        valor.replace('http://simulator:3003', simulador.url),
      ]),
    );
    for (const servico of ['publisher', 'maintenance']) {
      for (const unidade of unidades(servico)) await parar(unidade);
      await subir(servico, comDemo);
    }
    await fetch(`${simulador.url}/viver`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ semente: 'demo', pedidos: 20, duracao_ms: 2_000 }),
    });
    await waitUntil(
      async () => {
        const [visto] = await sql<[{ n: number }]>`select count(*) as n from outbox where enviado_em is not null`;
        return visto.n > 0;
      },
      { prazoMs: 30_000 },
    );
    const reconciliar = ['node', 'apps/cli/dist/main.js', 'reconcile', 'loja'];
    const { code: fim, saida } = await executar('maintenance', reconciliar, comDemo);
    expect({ fim, saida }).toEqual({ fim: 0, saida: expect.stringMatching(/[1-9]\d* /) });
    const { code } = await parar(simulador);
    expect(code).toBe(0);
  }, 90_000);
}
