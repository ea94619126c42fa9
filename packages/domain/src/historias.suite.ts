/** Enumerates sets of facts and every history in which they can arrive. For tests. */
import { type Aplicacao, aplicarFatos, type FatoConhecido } from './aplicar.ts';
import type { Estado, Regras } from './dobrar.ts';
import { type Efeito, type Nascidos, NENHUM_NASCIDO } from './efeitos.ts';
import type { Criterio, Fato, Fonte } from './fato.ts';
import { RANK, STATUS, type Status } from './status.ts';

export interface Molde {
  status: Status;
  momento: number;
  fonte: Fonte;
  total: number | null;
}

export function fatosDosMoldes(moldes: readonly Molde[], criterio: Criterio): Fato[] {
  return moldes.map(({ status, momento, fonte, total }, i) => ({
    evento_id: `e${i}`,
    status,
    versao: criterio === 'sequencia' ? momento : momento * 10 + RANK[status],
    fonte,
    dados: { total_centavos: total, cliente_email: null },
  }));
}

/** Every set of n facts over the five states and all patterns of equal moments, each set once. */
export function* conjuntos(n: number): Generator<{ status: Status; momento: number }[]> {
  yield* continuar([], n);
}

function* continuar(
  ate: { status: Status; momento: number }[],
  faltam: number,
): Generator<{ status: Status; momento: number }[]> {
  if (faltam === 0) {
    yield ate;
    return;
  }
  const ultimo = ate.at(-1);
  for (const momento of ultimo ? [ultimo.momento, ultimo.momento + 1] : [1]) {
    for (const status of STATUS) {
      const empate = ultimo?.momento === momento;
      if (empate && RANK[status] < RANK[ultimo.status]) continue; // the same set, seen already
      yield* continuar([...ate, { status, momento }], faltam - 1);
    }
  }
}

/** One order on its way: what is known of it, and what it looks like. */
interface Ponto {
  conhecidos: number;
  estado: Estado | null;
  nascidos: Nascidos;
  resultados: Aplicacao['resultados'];
}

export interface Visita {
  antes: Ponto;
  lote: readonly Fato[];
  aplicacao: Aplicacao;
  nascidos: Nascidos;
  conhecidos: readonly Fato[];
  /** Which facts are known now, a bit each. */
  mascara: number;
  resultados: Aplicacao['resultados'];
}

/**
 * Walks every order of arrival and every split into batches of these facts: from each reachable point, each non-empty
 * batch of what is still missing. Points with the same facts known and the
 * same effects born are walked once: the visitor has held that their order and results are the same.
 * @returns how many applies were made
 */
export function percorrer(fatos: readonly Fato[], regras: Regras, visitar: (v: Visita) => void): number {
  const todos = (1 << fatos.length) - 1;
  const porVisitar: Ponto[] = [{ conhecidos: 0, estado: null, nascidos: NENHUM_NASCIDO, resultados: [] }];
  const vistos = new Set<string>();
  let aplicacoes = 0;
  for (let ponto = porVisitar.pop(); ponto; ponto = porVisitar.pop()) {
    const falta = todos & ~ponto.conhecidos;
    for (let lote = falta; lote > 0; lote = (lote - 1) & falta) {
      const seguinte = andar(ponto, lote, fatos, regras, visitar);
      aplicacoes += 1;
      const chave = `${seguinte.conhecidos} ${Object.values(seguinte.nascidos).join()}`;
      if (vistos.has(chave)) continue;
      vistos.add(chave);
      porVisitar.push(seguinte);
    }
  }
  return aplicacoes;
}

function andar(
  antes: Ponto,
  lote: number,
  fatos: readonly Fato[],
  regras: Regras,
  visitar: (v: Visita) => void,
): Ponto {
  const escolher = (mascara: number) => fatos.filter((_, i) => mascara & (1 << i));
  const doLote = escolher(lote);
  const resultados = new Map(antes.resultados.map((r) => [r.evento_id, r.resultado]));
  const historia: FatoConhecido[] = escolher(antes.conhecidos).map((f) => ({
    ...f,
    resultado: resultados.get(f.evento_id)!,
  }));
  const pedido = { atual: antes.estado, historia, base: null, nascidos: antes.nascidos };
  const aplicacao = aplicarFatos(pedido, doLote, regras);
  for (const r of [...aplicacao.resultados, ...aplicacao.correcoes]) resultados.set(r.evento_id, r.resultado);
  const nascidos: Record<Efeito, number> = { ...antes.nascidos };
  for (const e of aplicacao.efeitos) nascidos[e.efeito] += 1;
  const depois: Ponto = {
    conhecidos: antes.conhecidos | lote,
    estado: aplicacao.estado,
    nascidos,
    resultados: [...resultados].map(([evento_id, resultado]) => ({ evento_id, resultado })),
  };
  visitar({
    antes,
    lote: doLote,
    aplicacao,
    nascidos,
    conhecidos: escolher(depois.conhecidos),
    mascara: depois.conhecidos,
    resultados: depois.resultados,
  });
  return depois;
}
