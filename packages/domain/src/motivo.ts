import { decidir } from './decidir.ts';
import type { Passo, Regras } from './dobrar.ts';
import { type Criterio, type Fato, momentoDaVersao } from './fato.ts';
import { repeteSequencia } from './ordem.ts';

/** When a fact happened: its instant, or its sequence. */
export function quando(fato: Fato, criterio: Criterio): string {
  const momento = momentoDaVersao(fato.versao, criterio);
  return criterio === 'sequencia' ? `sequence ${momento}` : new Date(momento).toISOString();
}

/** Why a step of the fold was decided as it was, in one or two sentences. */
export function motivoDoPasso(passo: Passo, anterior: Passo | undefined, regras: Regras): string {
  const empate = passo.resultado === 'evento_antigo' ? '' : motivoDoEmpate(passo.fato, anterior?.fato, regras.criterio);
  return `${motivo(passo, anterior, regras)}${empate}`;
}

function motivo({ fato, resultado, antes }: Passo, anterior: Passo | undefined, regras: Regras): string {
  if (antes === null) return 'It is the first fact of the order.';
  const saidas = regras.saidas[antes.status];
  if (resultado === 'evento_antigo')
    return repeteSequencia(anterior?.fato, fato, regras.criterio)
      ? `Its sequence was taken by event ${anterior?.fato.evento_id}; only the first of a sequence counts.`
      : 'It is not newer than the facts that were removed.';
  if (resultado === 'regressao_de_terminal')
    return `${antes.status} is closed: ${saidas?.length ? `only ${saidas.join(' or ')} may follow` : 'nothing may follow'}.`;
  if (fato.status === antes.status)
    return `The order is ${antes.status} already; a newer fact may still tell its fields.`;
  if (saidas === undefined) return `It is newer, and ${antes.status} may be followed by anything.`;
  if (decidir({ status: antes.status, versao: 0 }, fato.status, 1, regras.saidas) === 'aplicado')
    return `${antes.status} is closed, but ${fato.status} may follow it.`;
  return `${antes.status} is closed, but this store's API has the last word about the present state.`;
}

function motivoDoEmpate(fato: Fato, anterior: Fato | undefined, criterio: Criterio): string {
  if (!anterior || momentoDaVersao(anterior.versao, criterio) !== momentoDaVersao(fato.versao, criterio)) return '';
  const onde = criterio === 'sequencia' ? 'sequence' : 'instant';
  if (anterior.fonte !== fato.fonte)
    return ` It shares its ${onde} with the fact before; what the API says counts as later.`;
  if (anterior.status === fato.status) return ` It shares its ${onde} with the fact before; the event's id decides.`;
  return ` It shares its ${onde} with the fact before; the more advanced state counts as later.`;
}
