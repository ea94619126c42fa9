import type { Decisao } from './resultado.ts';
import { type Saidas, type Status, TERMINAIS } from './status.ts';

/**
 * One step of the rule: may an order that is `atual` become `status` because of a fact of this version?
 * By itself this depends on the order of arrival; see dobrar.
 */
export function decidir(
  atual: { status: Status; versao: number } | null,
  status: Status,
  versao: number,
  saidas: Saidas = TERMINAIS,
): Decisao {
  if (atual === null) return 'aplicado';
  if (versao <= atual.versao) return 'evento_antigo';
  const permitidas = saidas[atual.status];
  return permitidas === undefined || permitidas.includes(status) ? 'aplicado' : 'regressao_de_terminal';
}
