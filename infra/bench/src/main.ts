import { parseArgs } from 'node:util';
import { type Ambiente, prepararAmbiente } from './ambiente.ts';
import { type Cenario, INTEIRO, type Medidas, RAPIDO, type Tamanhos } from './cenario.ts';
import { aplicar } from './cenarios/aplicar.ts';
import { caixaCheia } from './cenarios/caixa-cheia.ts';
import { limites } from './cenarios/limites.ts';
import { memoria } from './cenarios/memoria.ts';
import { pontaAPonta } from './cenarios/ponta-a-ponta.ts';
import { pedidoQuente } from './cenarios/quente.ts';
import { receptor } from './cenarios/receptor.ts';
import { conferirMetas } from './metas.ts';
import { tabela } from './tabela.ts';

const CENARIOS: readonly Cenario[] = [limites, receptor, aplicar, pontaAPonta, caixaCheia, memoria, pedidoQuente];

const { values: opcoes } = parseArgs({
  options: {
    quick: { type: 'boolean' },
    json: { type: 'boolean' },
    only: { type: 'string', multiple: true },
    /** How often each is measured; the median counts. */
    times: { type: 'string', default: '5' },
  },
});
const repeticoes = Number(opcoes.times);
if (!Number.isInteger(repeticoes) || repeticoes < 1) {
  process.stderr.write('--times takes a number of runs\n');
  process.exit(1);
}
const estranhos = (opcoes.only ?? []).filter((nome) => !CENARIOS.some((c) => c.nome === nome));
if (estranhos.length > 0) {
  process.stderr.write(`--only takes ${CENARIOS.map((c) => c.nome).join(', ')}\n`);
  process.exit(1);
}

for (const sinal of ['SIGINT', 'SIGTERM'] as const) process.once(sinal, () => process.exit(1));
const tamanhos = opcoes.quick ? RAPIDO : INTEIRO;
const amb = await prepararAmbiente();
try {
  const medidas = await medirTudo(amb, tamanhos);
  const metas = conferirMetas(medidas);
  process.stdout.write(opcoes.json ? `${JSON.stringify({ medidas, metas }, null, 2)}\n` : tabela(medidas, metas));
} finally {
  await amb.fechar();
}

async function medirTudo(ambiente: Ambiente, { ...sizes }: Tamanhos): Promise<Medidas> {
  const medidas: Medidas = {};
  for (const cenario of CENARIOS.filter((c) => opcoes.only?.includes(c.nome) ?? true)) {
    const vezes = opcoes.quick || cenario.umaVez ? 1 : repeticoes;
    const corridas: Medidas[] = [];
    for (let i = 1; i <= vezes; i++) {
      process.stderr.write(`${cenario.nome} ${i}/${vezes}\n`);
      const corrida = await cenario.medir(ambiente, sizes);
      corridas.push(corrida);
      process.stderr.write(`${JSON.stringify(corrida)}\n`); // who ends a long bench early keeps what it has seen
    }
    Object.assign(medidas, medianas(corridas));
  }
  return medidas;
}

function medianas(corridas: readonly Medidas[]): Medidas {
  const mediana = (valores: number[]): number => valores.sort((a, b) => a - b)[valores.length >> 1] ?? 0;
  return Object.fromEntries(
    Object.keys(corridas[0] ?? {}).map((nome) => [nome, mediana(corridas.map((c) => c[nome] ?? 0))]),
  );
}
