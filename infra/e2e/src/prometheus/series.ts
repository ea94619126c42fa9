import type { LinhaDaTabela } from '../metricas/tabela.ts';

/** What Prometheus adds to each series. */
const DE_FORA = ['job="worker"', 'instance="a"'];
/** Values that queries select; any other label gets some value. */
const ROTULOS: Record<string, readonly string[]> = {
  motivo: ['assinatura', 'origem_desconhecida', 'indisponivel', 'cheio_bytes'],
  estado: ['em_uso', 'esperando'],
  desfecho: ['confirmado', 'transitorio'],
  fim: ['feito', 'falhou'],
  resultado: ['aplicado', 'invalido'],
  tarefa: ['varrer'],
  tabela: ['divergentes'],
  state: ['waiting'],
  efeito: ['liberar_separacao'],
};

/** The series that a metric of the table stands for, as Prometheus stores them, each growing with time. */
export function seriesDe({ nome, tipo, rotulos }: LinhaDaTabela): string[] {
  const conjuntos = combinar(rotulos);
  if (tipo !== 'histogram') return conjuntos.map((c) => serie(nome, c));
  return conjuntos.flatMap((c) => [
    serie(`${nome}_bucket`, [...c, 'le="1"']),
    serie(`${nome}_bucket`, [...c, 'le="+Inf"']),
    serie(`${nome}_sum`, c),
    serie(`${nome}_count`, c),
  ]);
}

const serie = (nome: string, rotulos: readonly string[]): string => `${nome}{${[...rotulos, ...DE_FORA].join(',')}}`;

function combinar([primeiro, ...resto]: readonly string[]): string[][] {
  if (primeiro === undefined) return [[]];
  const valores = ROTULOS[primeiro] ?? ['x'];
  return combinar(resto).flatMap((r) => valores.map((v) => [`${primeiro}="${v}"`, ...r]));
}
