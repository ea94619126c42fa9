import type { Sql } from '@entrada/db';
import type { Origem } from '@entrada/providers';
import type { DadosDa } from '@entrada/queue';
import type { Logger } from '@entrada/runtime';
import type { Metricas } from '../metricas.ts';
import { type DepsDaReconciliacao, reconciliar } from './reconciliar.ts';

export interface DepsDoReconcile {
  sql: Sql;
  origens: ReadonlyMap<string, Origem>;
  logger: Logger;
  metricas: Pick<Metricas, 'reconciliacoes' | 'paginas' | 'perdidos'>;
  enfileirar: DepsDaReconciliacao['enfileirar'];
  continuar(): boolean;
}

/** Role reconcile: a turn runs every store that has an API, or the one that somebody asked for. */
export function papelReconcile(deps: DepsDoReconcile): (turno: DadosDa<'agenda'>) => Promise<unknown> {
  const { metricas } = deps;
  const comApi = [...deps.origens.values()].filter((o) => o.api !== null);
  for (const { nome: origem } of comApi) metricas.perdidos.inc({ origem }, 0);
  const aoTerminar: DepsDaReconciliacao['aoTerminar'] = ({ origem, erro, paginas, perdidos }) => {
    metricas.reconciliacoes.inc({ origem, fim: erro === null ? 'completa' : 'interrompida' });
    metricas.paginas.inc({ origem }, paginas);
    metricas.perdidos.inc({ origem }, perdidos);
  };
  return async ({ origem }) => {
    const pedidas = comApi.filter((o) => origem === undefined || o.nome === origem);
    // One after the other would let a slow store hold up the rest.
    const runs = await Promise.all(pedidas.map((o) => reconciliar({ ...deps, aoTerminar }, o)));
    return runs.filter((r) => r !== null);
  };
}
