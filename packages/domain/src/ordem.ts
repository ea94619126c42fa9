import { type Criterio, type Fato, momentoDaVersao } from './fato.ts';
import { RANK } from './status.ts';

const PESO_DA_FONTE = { webhook: 0, api: 1 } as const;

/**
 * The total order of the facts of one order (rule 2): when; webhook before api, which speaks of the current state;
 * then the state, so that of equal instants the more advanced one has the last word, and of equal sequences it comes
 * first, since only the first counts; then the event's id by code unit.
 */
export function compararFatos(a: Fato, b: Fato, criterio: Criterio): number {
  const sentido = criterio === 'sequencia' ? -1 : 1;
  return (
    momentoDaVersao(a.versao, criterio) - momentoDaVersao(b.versao, criterio) ||
    PESO_DA_FONTE[a.fonte] - PESO_DA_FONTE[b.fonte] ||
    sentido * (RANK[a.status] - RANK[b.status]) ||
    porCodigo(a.evento_id, b.evento_id)
  );
}

/** True where `fato` repeats the sequence of the fact before it: only the first of a sequence counts. */
export function repeteSequencia(anterior: Fato | undefined, fato: Fato, criterio: Criterio): boolean {
  return criterio === 'sequencia' && anterior?.versao === fato.versao && anterior.fonte === fato.fonte;
}

/** True where the fact happened after everything known, ties excluded: the current row alone can judge it. */
export function maisNovoQueTudo(fato: Fato, versaoMaxima: number, criterio: Criterio): boolean {
  return momentoDaVersao(fato.versao, criterio) > momentoDaVersao(versaoMaxima, criterio);
}

function porCodigo(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
