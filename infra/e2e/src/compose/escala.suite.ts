import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import type { Implantacao, Unidade } from './implantacao.ts';
import { RAIZ } from './ler.ts';
import { type Resumo, simular } from './simular.ts';

const README = readFileSync(`${RAIZ}README.md`, 'utf8');

/** The SRE's promise: `--scale worker=4` and back, whenever. */
export function provarEscala(dela: () => Implantacao): void {
  it('1 -> 4 -> 2 workers under load: no store sees an error, nothing is lost, every worker ends well', async () => {
    const implantacao = dela();
    const { unidades, subir, parar, composicao } = implantacao;
    let acabou = false;
    const resumos: Resumo[] = [];
    const loja = (async () => {
      while (!acabou) resumos.push(await simular(implantacao, 120));
    })();
    const outraRodada = async () => {
      const n = resumos.length;
      while (resumos.length === n) await Promise.race([loja, new Promise((r) => setTimeout(r, 50))]);
    };

    for (const u of unidades('worker').slice(1)) await parar(u);
    let novos: Unidade[] = [];
    try {
      await outraRodada();
      novos = await Promise.all([1, 2, 3].map(() => subir('worker')));
      await outraRodada();
      await outraRodada();
      await conferirConexoes(implantacao);
      for (const u of novos.slice(1)) {
        expect(u.processo.saida()).toContain('"msg":"applied"');
        const { code, ms } = await parar(u);
        expect(code).toBe(0);
        expect(ms).toBeLessThan(composicao.worker?.stop_grace_period ?? 0);
      }
      expect(unidades('worker')).toHaveLength(2);
      await outraRodada();
    } finally {
      acabou = true;
      await loja;
    }

    for (const { certo, pendentes, respostas } of resumos)
      expect({ certo, pendentes, respostas: Object.keys(respostas) }).toEqual({
        certo: true,
        pendentes: 0,
        respostas: ['200'],
      });
    for (const { processo } of [...novos, ...unidades()])
      expect(processo.saida()).not.toMatch(/"level":"(error|fatal)"/);
  }, 240_000);
}

const PROGRAMAS = {
  receiver: ['receiver'],
  worker: ['worker', 'publisher', 'maintenance'],
  console: ['console'],
};

const porProcesso = (servico: string): number =>
  Number(new RegExp(`^\\| \`${servico}\`.*\\| (\\d+) +\\|[^|]*\\|$`, 'm').exec(README)?.[1]);

/** What the README tells an SRE to reckon with. */
async function conferirConexoes({ sql, unidades }: Implantacao): Promise<void> {
  const linhas = await sql<{ nome: string; n: number }[]>`
    select application_name as nome, count(*) as n from pg_stat_activity where datname = current_database() group by 1`;
  for (const [programa, servicos] of Object.entries(PROGRAMAS)) {
    const prometidas = servicos.map((servico) => porProcesso(servico) * unidades(servico).length);
    const abertas = linhas.find((l) => l.nome === `entrada-${programa}`)?.n ?? 0;
    expect(abertas, programa).toBeLessThanOrEqual(prometidas.reduce((a, b) => a + b));
    expect(abertas, programa).toBeGreaterThan(0);
  }
}
