import { type Chave, registrarFalha, type Sql } from '@entrada/db';
import type { Logger } from '@entrada/runtime';
import type { Pagina, ResultadoDoEvento } from './aplicar-pedidos.ts';
import type { MetricasDoApply } from './metricas.ts';

export interface DepsDoEvento {
  sql: Sql;
  logger: Logger;
  metricas: Omit<MetricasDoApply, 'lote'>;
  aplicar(chave: Chave, feitos: number): Promise<Pagina>;
  /** Wakes the publisher and the reader of this order. Never throws. */
  acordar(fila: 'publicar' | 'consultar', pedidos: Chave[]): Promise<unknown>;
}

/**
 * The job of one order: applies all of its pending events, not only the one that woke it.
 * @returns the result of each event
 * @throws FalhaAoAplicar once the failure and the time of the next attempt are in the inbox
 */
export async function aplicarEvento(deps: DepsDoEvento, chave: Chave): Promise<ResultadoDoEvento[]> {
  const inicio = performance.now();
  const feitos: ResultadoDoEvento[] = [];
  try {
    for (let restam = true; restam; ) {
      const pagina = await deps.aplicar(chave, feitos.length);
      for (const resultado of pagina.resultados) feitos.push(resultado);
      contarPagina(deps.metricas, chave.origem, pagina);
      for (const fila of ['publicar', 'consultar'] as const)
        if (pagina.acordar[fila]) await deps.acordar(fila, [chave]);
      restam = pagina.restam;
    }
  } catch (err) {
    throw new FalhaAoAplicar(err, await anotarFalha(deps, chave, err));
  }
  deps.logger.info({ ...chave, ms: Math.round(performance.now() - inicio), ...contar(feitos) }, 'applied');
  return feitos;
}

/** When the sweep brings the order back. */
type Retorno = { nao_antes_de: Date } | 'sem_pendentes' | 'nao_anotado';

async function anotarFalha({ sql, logger, metricas }: DepsDoEvento, chave: Chave, err: unknown): Promise<Retorno> {
  metricas.falhas.inc({ origem: chave.origem });
  logger.error({ ...chave, err }, 'apply failed');
  try {
    const proxima = await registrarFalha(sql, [chave], { erro: mensagem(err) });
    return proxima === null ? 'sem_pendentes' : { nao_antes_de: proxima };
  } catch (e) {
    logger.error({ ...chave, err: e }, 'the failure could not be recorded; the sweep tries again all the same');
    return 'nao_anotado';
  }
}

/** What an operator reads at the failed job: what happened, and that nobody has to do anything for another attempt. */
class FalhaAoAplicar extends Error {
  override name = 'FalhaAoAplicar';

  constructor(cause: unknown, retorno: Retorno) {
    super(`${mensagem(cause)}. ${dizer(retorno)}`, { cause });
    this.stack = this.message; // Bull Board shows the stack; the frames of the cause are in the log
  }
}

function dizer(retorno: Retorno): string {
  if (retorno === 'sem_pendentes') return 'Nada ficou pendente: outro processo aplicou ou aplica este pedido.';
  const inicio = 'Nada se perdeu, os eventos continuam pendentes: a varredura tenta de novo';
  if (retorno === 'nao_anotado') return `${inicio} em instantes.`;
  const hora = retorno.nao_antes_de.toLocaleString('pt-BR', { dateStyle: 'short', timeStyle: 'long' });
  return `${inicio} depois de ${hora}.`;
}

const mensagem = (err: unknown): string => (err instanceof Error ? err.message : String(err));

function contarPagina(metricas: DepsDoEvento['metricas'], origem: string, pagina: Pagina): void {
  for (const { resultado } of pagina.resultados) metricas.resultados.inc({ origem, resultado });
  for (const tipo of pagina.anomalias)
    if (tipo === 'redobra') metricas.redobras.inc({ origem });
    else metricas.anomalias.inc({ origem, tipo });
  for (const ms of pagina.idadesMs) metricas.atraso.observe({ origem }, ms / 1000);
}

function contar(feitos: readonly ResultadoDoEvento[]): Record<string, number> {
  const contagem: Record<string, number> = {};
  for (const { resultado } of feitos) contagem[resultado] = (contagem[resultado] ?? 0) + 1;
  return contagem;
}
