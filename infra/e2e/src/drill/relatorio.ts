import type { Balanco } from './balanco.ts';
import type { Golpe } from './golpe.ts';

const MOSTRADOS = 30;

/** The drill's table, as the README shows it. */
export function relatorio(balanco: Balanco): string {
  const { numeros: n, golpes, auditoria, problemas, semente, segundos } = balanco;
  return [
    '',
    `${golpes.length} faults in ${segundos} s, seed ${semente}: ${n.pedidos} orders of two stores told ${n.eventos} events`,
    '',
    `  acknowledged ${n.reconhecidos}, of these applied ${n.aplicados}; repeated deliveries ${n.duplicatas}; answered 503 ${n.recusadas}, not answered ${n.semResposta}`,
    `  given up by the stores and read from their APIs ${n.nuncaReconhecidos}; programs started again ${n.reinicios}`,
    `  effects born ${n.efeitosNascidos}, annulled before anybody saw them ${n.efeitosAnulados}, confirmed ${n.efeitosConfirmados}, repeated under their key ${n.efeitosRepetidos}`,
    '',
    ...tabela(
      ['fault', 'transactions in flight', 'not applied', '503', 'no answer', 'lasted s', 'recovery s'],
      golpes.map(linha),
    ),
    '',
    ...tabela(
      ['audit', 'expected', 'found', ''],
      auditoria.map((i) => [i.nome, i.esperado, i.encontrado, i.certo ? 'ok' : 'WRONG']),
    ),
    ...(problemas.length === 0 ? [] : ['', 'What is wrong:']),
    ...problemas.slice(0, MOSTRADOS).map((p) => `  ${p}`),
    ...(problemas.length > MOSTRADOS ? [`  and ${problemas.length - MOSTRADOS} more (--json shows all)`] : []),
    '',
    balanco.certo ? 'Nothing that was acknowledged was lost, and nothing is wrong.' : 'THE DRILL FAILED.',
    '',
  ].join('\n');
}

const linha = (g: Golpe): (string | number)[] => [
  g.nome,
  g.emCurso?.transacoes ?? '?',
  g.emCurso?.naoAplicados ?? '?',
  g.recusadas,
  g.semResposta,
  segundos(g.duracaoMs),
  g.recuperacaoMs === null ? 'never' : segundos(g.recuperacaoMs),
];

const segundos = (ms: number): string => (ms / 1000).toFixed(1);

function tabela(cabeca: readonly string[], linhas: readonly (readonly (string | number)[])[]): string[] {
  const todas = [cabeca, ...linhas.map((l) => l.map(String))];
  const larguras = cabeca.map((_, i) => Math.max(...todas.map((l) => l[i]?.length ?? 0)));
  return todas.map((l) =>
    l.map((celula, i) => (i === 0 ? celula.padEnd(larguras[i] ?? 0) : celula.padStart(larguras[i] ?? 0))).join('  '),
  );
}
