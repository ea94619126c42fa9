import { type Chave, registrarFalha, type Sql } from '@entrada/db';
import type { Logger } from '@entrada/runtime';
import type { Metricas } from '../metricas.ts';
import type { Pagina, ResultadoDoEvento } from './aplicar-pedidos.ts';

export interface DepsDoEvento {
  sql: Sql;
  logger: Logger;
  metricas: Pick<Metricas, 'resultados' | 'atraso' | 'falhas'>;
  aplicar(chave: Chave): Promise<Pagina>;
}

/**
 * The job of one order: applies all of its pending events, not only the one that woke it.
 * @returns the result of each event, which Bull Board shows
 * @throws what made the apply fail, once the failure and the time of the next attempt are in the inbox
 */
export async function aplicarEvento(deps: DepsDoEvento, chave: Chave): Promise<ResultadoDoEvento[]> {
  const inicio = performance.now();
  const feitos: ResultadoDoEvento[] = [];
  try {
    for (let restam = true; restam; ) {
      const pagina = await deps.aplicar(chave);
      feitos.push(...pagina.resultados);
      contarPagina(deps.metricas, chave.origem, pagina);
      restam = pagina.restam;
    }
  } catch (err) {
    await anotarFalha(deps, chave, err);
    throw err;
  }
  deps.logger.info({ ...chave, ms: Math.round(performance.now() - inicio), ...contar(feitos) }, 'applied');
  return feitos;
}

/** The sweep brings the order back when its next attempt is due. */
async function anotarFalha({ sql, logger, metricas }: DepsDoEvento, chave: Chave, err: unknown): Promise<void> {
  metricas.falhas.inc();
  logger.error({ ...chave, err }, 'apply failed');
  const erro = err instanceof Error ? err.message : String(err);
  await registrarFalha(sql, [chave], { erro }).catch((e: unknown) =>
    logger.error({ ...chave, err: e }, 'the failure could not be recorded; the sweep tries again all the same'),
  );
}

function contarPagina(metricas: DepsDoEvento['metricas'], origem: string, pagina: Pagina): void {
  for (const { resultado } of pagina.resultados) metricas.resultados.inc({ origem, resultado });
  for (const ms of pagina.idadesMs) metricas.atraso.observe({ origem }, ms / 1000);
}

function contar(feitos: readonly ResultadoDoEvento[]): Record<string, number> {
  const contagem: Record<string, number> = {};
  for (const { resultado } of feitos) contagem[resultado] = (contagem[resultado] ?? 0) + 1;
  return contagem;
}
