import { expect, it } from 'vitest';
import type { Implantacao } from './implantacao.ts';
import { semPerfil } from './ler.ts';
import { simular } from './simular.ts';

/** Every service does its work, with as many workers as this says, one after the other. */
export function provarServicos(dela: () => Implantacao, workers: readonly number[]): void {
  it('every service is up and healthy, on a schema that the migrate service made', async () => {
    const { composicao, unidades, sql } = dela();
    const programas = semPerfil(composicao).filter((s) => composicao[s]?.build && s !== 'migrate');
    expect(
      unidades()
        .map((u) => u.servico)
        .sort(),
    ).toEqual(programas.sort());
    const [{ n }] = await sql<[{ n: number }]>`select count(*) as n from migracoes`;
    expect(n).toBeGreaterThan(0);
  });

  it.each(workers)('with %i workers: every answer is 200, and every order is as the store says', async (n) => {
    const implantacao = dela();
    while (implantacao.unidades('worker').length < n) await implantacao.subir('worker');
    const { certo, respostas, eventos, guardados, pendentes } = await simular(implantacao, 120);
    expect({ certo, pendentes, guardados, respostas: Object.keys(respostas) }).toEqual({
      certo: true,
      pendentes: 0,
      guardados: eventos,
      respostas: ['200'],
    });
    for (const { processo } of implantacao.unidades()) expect(processo.saida()).not.toMatch(/"level":"(error|fatal)"/);
  });
}

/** Ends all of them. */
export function provarFim(dela: () => Implantacao): void {
  it('every process drains on SIGTERM, and compose gives it more time than it takes at most', async () => {
    const { composicao, unidades, parar } = dela();
    const fins = await Promise.all(unidades().map(async (u) => ({ ...u, ...(await parar(u)) })));
    for (const { servico, processo, code, signal, ms } of fins) {
      expect({ servico, code, signal }).toEqual({ servico, code: 0, signal: null });
      const prazo = Number(/"prazo_ms":(\d+)/.exec(processo.saida())?.[1]);
      expect(ms).toBeLessThan(prazo);
      expect(composicao[servico]?.stop_grace_period).toBeGreaterThan(prazo);
    }
  });
}
