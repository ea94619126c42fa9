import type { Medidas } from './cenario.ts';
import type { MetaMedida } from './metas.ts';

export function tabela(medidas: Medidas, metas: readonly MetaMedida[]): string {
  const valores = Object.entries(medidas).map(([nome, valor]) => [nome, numero(valor)]);
  const razoes = metas.map((m) => [
    m.nome,
    numero(m.razao),
    `${m.sentido === 'minimo' ? '>=' : '<='} ${m.limite}`,
    m.cumprida ? 'met' : 'MISSED',
  ]);
  return `${alinhar([['measured', 'median'], ...valores])}\n\n${alinhar([['ratio', 'is', 'target', ''], ...razoes])}\n`;
}

function alinhar(linhas: readonly string[][]): string {
  const larguras = (linhas[0] ?? []).map((_, c) => Math.max(...linhas.map((l) => l[c]?.length ?? 0)));
  const celula = (texto: string, c: number): string =>
    c === 0 ? texto.padEnd(larguras[c] ?? 0) : texto.padStart(larguras[c] ?? 0);
  return linhas.map((l) => l.map(celula).join('  ').trimEnd()).join('\n');
}

const numero = (n: number): string => (n >= 100 ? Math.round(n).toString() : n.toPrecision(3));
