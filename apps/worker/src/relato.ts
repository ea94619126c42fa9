import { randomUUID } from 'node:crypto';
import { type Contado, medirEstado, type Sql, somarContadores, tomarLease } from '@entrada/db';
import { aCada, type Logger, lerDiferencas, type Relogio } from '@entrada/runtime';
import type { MetricasDoApply } from './apply/metricas.ts';

export interface DepsDoRelato {
  sql: Sql;
  logger: Logger;
  metricasDoApply: Pick<MetricasDoApply, 'atraso'>;
  intervaloMs?: number;
}

const INTERVALO_MS = 5_000;
/** One worker of the fleet looks at the backlogs, and no oftener than this: with a million events waiting it is a long look. */
const MEDIR_A_CADA_MS = 15_000;
const LEASE = 'medidas';

/**
 * What the console draws: told to Postgres every few seconds, in bulk, and at the end. Nothing is counted for it where events
 * are applied: it reads how far the metrics have got. What could not be told is told with the next.
 */
export function criarRelato(deps: DepsDoRelato): Relogio {
  const { sql, logger, intervaloMs = INTERVALO_MS } = deps;
  const atraso = lerDiferencas(deps.metricasDoApply.atraso);
  const dono = randomUUID();
  let medidoEm = Number.NEGATIVE_INFINITY;
  const medir = async (): Promise<void> => {
    if (performance.now() - medidoEm < MEDIR_A_CADA_MS || !(await tomarLease(sql, LEASE, dono, 2 * MEDIR_A_CADA_MS)))
      return;
    medidoEm = performance.now();
    await medirEstado(sql);
  };
  const relatar = async (): Promise<void> => {
    const contados = (await atraso.ler()).map(({ rotulos, valor }): Contado => {
      const nome = rotulos.le === '+Inf' ? 'atraso_maior' : `atraso:${rotulos.le}`;
      return { origem: String(rotulos.origem), nome, valor };
    });
    await somarContadores(sql, contados);
    atraso.confirmar();
    await medir();
  };
  return aCada(intervaloMs, relatar, (err) => logger.warn({ err }, 'the counters could not be told'));
}
