import type { Chave, Sql } from '@entrada/db';
import type { Origem } from '@entrada/providers';
import type { Logger } from '@entrada/runtime';
import { acordarJuntos } from './acordar-juntos.ts';
import { aplicarEvento, type DepsDoEvento } from './aplicar-evento.ts';
import { aplicarPedidos, type ResultadoDoEvento } from './aplicar-pedidos.ts';
import { aplicarSozinho } from './aplicar-sozinho.ts';
import { Criterios } from './criterios.ts';
import { criarLotes } from './lotes.ts';
import type { MetricasDoApply } from './metricas.ts';
import { criarPartidas } from './partidas.ts';

export interface DepsDoApply {
  sql: Sql;
  origens: ReadonlyMap<string, Origem>;
  logger: Logger;
  metricas: MetricasDoApply;
  acordar: DepsDoEvento['acordar'];
}

/**
 * Jobs of `aplicar` under way for each unit of WORKER_CONCURRENCY. Such a job holds no connection: it waits for the
 * transaction that it shares. So many are what fills one transaction while another one runs, which is what makes a
 * backlog cheap: with ten of them a commit, and a dozen round trips, served five orders.
 */
export const PEDIDOS_POR_VAGA = 20;

/** A job's results are kept in the queue, where Bull Board shows them: of a hot order the first ones. */
export const RESULTADOS_MOSTRADOS = 200;

/** Role apply: the handler of one order's job. Orders whose jobs run at the same time share a transaction. */
export function papelApply(deps: DepsDoApply): (chave: Chave) => Promise<ResultadoDoEvento[]> {
  const { sql, origens, logger, metricas } = deps;
  const acordar = acordarJuntos(deps.acordar);
  const daqui = { sql, origens, criterios: new Criterios(), partidas: criarPartidas(sql) };
  const lotes = criarLotes({
    aplicar: (chaves, feitos) => aplicarPedidos(daqui, chaves, feitos),
    aplicarSozinho: (chave) => aplicarSozinho(daqui, chave),
    aposLote: (tamanho) => metricas.lote.observe(tamanho),
  });
  return ({ origem, recurso_id }) =>
    aplicarEvento({ sql, logger, metricas, acordar, aplicar: lotes.aplicar }, { origem, recurso_id });
}
