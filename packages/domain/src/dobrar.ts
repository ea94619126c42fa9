import { decidir } from './decidir.ts';
import type { Criterio, Dados, Fato } from './fato.ts';
import { compararFatos, maisNovoQueTudo, repeteSequencia } from './ordem.ts';
import type { Decisao } from './resultado.ts';
import { encerrado, type Saidas, type Status } from './status.ts';

/** The rules of one store. */
export interface Regras {
  criterio: Criterio;
  saidas: Saidas;
  /** Whether a fact read from the store's API may leave a terminal state. */
  apiVence: boolean;
}

/** A field of the order: its value, the version of the fact it came from, and whether that fact was accepted. */
export interface Campo<T> {
  valor: T;
  versao: number;
  aceito: boolean;
}

export interface Campos {
  total_centavos: Campo<number> | null;
  cliente_email: Campo<string> | null;
}

/** An order after some of its facts. It holds all that the facts which are newer than all of them need. */
export interface Estado {
  status: Status;
  /** Version of the newest accepted fact. */
  versao_origem: number;
  /** Greatest version seen, accepted or not. */
  versao_maxima: number;
  campos: Campos;
  /** Whether an `enviado` is among the accepted facts. */
  foi_enviado: boolean;
  /** Whether an accepted fact took it out of `cancelado` or `reembolsado`. */
  reaberto: boolean;
}

/** One step of the fold: a fact, what was decided, the order before and after. */
export interface Passo<F extends Fato = Fato> {
  fato: F;
  resultado: Decisao;
  antes: Estado | null;
  depois: Estado;
}

/** Where a fold begins: nothing known, or the order as retention left it (facts up to it are all evento_antigo). */
export type Base = Estado | null;

/**
 * The order is the fold of its facts in the order of rule 2, whatever the order of arrival.
 * @returns one step per fact, in that order; the last step's `depois` is the order
 */
export function dobrar<F extends Fato>(fatos: readonly F[], regras: Regras, base: Base = null): Passo<F>[] {
  const passos: Passo<F>[] = [];
  let estado = base;
  for (const fato of fatos.toSorted((a, b) => compararFatos(a, b, regras.criterio))) {
    const antigo =
      repeteSequencia(passos.at(-1)?.fato, fato, regras.criterio) ||
      (base !== null && !maisNovoQueTudo(fato, base.versao_maxima, regras.criterio));
    const passo: Passo<F> = aplicarFato(estado, fato, antigo, regras);
    passos.push(passo);
    estado = passo.depois;
  }
  return passos;
}

/** One fact on one order; `antigo` says that its place in rule 2's order is not after the order's newest fact. */
export function aplicarFato<F extends Fato>(antes: Estado | null, fato: F, antigo: boolean, regras: Regras): Passo<F> {
  const resultado = julgar(antes, fato, antigo, regras);
  return { fato, resultado, antes, depois: seguir(antes, fato, resultado === 'aplicado') };
}

function julgar(antes: Estado | null, fato: Fato, antigo: boolean, regras: Regras): Decisao {
  if (antes === null) return 'aplicado';
  if (antigo) return 'evento_antigo';
  if (fato.status === antes.status) return 'aplicado';
  if (fato.fonte === 'api' && regras.apiVence) return 'aplicado';
  // The fold has put the fact in its place already, so the version that decidir compares is that place.
  return decidir({ status: antes.status, versao: 0 }, fato.status, 1, regras.saidas);
}

function seguir(antes: Estado | null, fato: Fato, aceito: boolean): Estado {
  return {
    status: aceito || antes === null ? fato.status : antes.status,
    versao_origem: aceito || antes === null ? fato.versao : antes.versao_origem,
    versao_maxima: Math.max(antes?.versao_maxima ?? fato.versao, fato.versao),
    campos: {
      total_centavos: campo(antes?.campos.total_centavos ?? null, fato.dados.total_centavos, fato.versao, aceito),
      cliente_email: campo(antes?.campos.cliente_email ?? null, fato.dados.cliente_email, fato.versao, aceito),
    },
    foi_enviado: (antes?.foi_enviado ?? false) || (aceito && fato.status === 'enviado'),
    reaberto: (antes?.reaberto ?? false) || (aceito && reabre(antes, fato)),
  };
}

const reabre = (antes: Estado | null, fato: Fato): boolean =>
  antes !== null && encerrado(antes.status) && !encerrado(fato.status);

/** The newest value among the accepted facts wins; where none carries one, the newest among the others. */
function campo<T>(antes: Campo<T> | null, valor: T | null, versao: number, aceito: boolean): Campo<T> | null {
  if (valor === null || (antes?.aceito && !aceito)) return antes;
  return { valor, versao, aceito };
}

/** The order's fields without their origin. */
export function dadosDoEstado(estado: Estado): Dados {
  return {
    total_centavos: estado.campos.total_centavos?.valor ?? null,
    cliente_email: estado.campos.cliente_email?.valor ?? null,
  };
}
