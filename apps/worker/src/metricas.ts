import { contarPendentes, type Sql } from '@entrada/db';
import type { Fila } from '@entrada/queue';
import type { Metrics } from '@entrada/runtime';
import { umaDeCadaVez } from './uma-de-cada-vez.ts';

export type Metricas = ReturnType<typeof criarMetricas>;

export function criarMetricas(metrics: Metrics, sql: Sql, fila: Fila) {
  const contar = umaDeCadaVez(() => contarPendentes(sql));
  metrics.gauge({
    name: 'entrada_inbox_pending',
    help: 'Events acknowledged and not yet applied',
    async collect() {
      this.set((await contar()).pendentes);
    },
  });
  metrics.gauge({
    name: 'entrada_inbox_oldest_pending_seconds',
    help: 'Age of the oldest event not yet applied; 0 where there is none',
    async collect() {
      this.set((await contar()).mais_antigo_ms / 1000);
    },
  });
  metrics.gauge({
    name: 'entrada_queue_jobs',
    help: 'Jobs by queue and state',
    labelNames: ['fila', 'estado'],
    async collect() {
      for (const [nome, estados] of Object.entries(await fila.profundidade()))
        for (const [estado, n] of Object.entries(estados)) this.set({ fila: nome, estado }, n);
    },
  });
  return {
    resultados: metrics.counter({
      name: 'entrada_events_total',
      help: 'Events closed, by result',
      labelNames: ['origem', 'resultado'],
    }),
    atraso: metrics.histogram({
      name: 'entrada_apply_lag_seconds',
      help: 'From the arrival of an event to its commit',
      labelNames: ['origem'],
      buckets: [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 15, 60, 300],
    }),
    lote: metrics.histogram({
      name: 'entrada_apply_batch_size',
      help: 'Orders per transaction',
      buckets: [1, 2, 5, 10, 20, 50, 100],
    }),
    falhas: metrics.counter({
      name: 'entrada_apply_failures_total',
      help: 'Applies that failed and will be tried again',
    }),
    leituras: metrics.counter({
      name: 'entrada_api_reads_total',
      help: 'Orders read from a store, by answer',
      labelNames: ['origem', 'resposta'],
    }),
    reconciliacoes: metrics.counter({
      name: 'entrada_reconciliations_total',
      help: 'Reconciliation runs, by how they ended',
      labelNames: ['origem', 'fim'],
    }),
    perdidos: metrics.counter({
      name: 'entrada_missed_webhooks_total',
      help: 'Facts that the store told us when asked, before or instead of a webhook',
      labelNames: ['origem'],
    }),
    varridos: metrics.counter({
      name: 'entrada_sweep_enqueued_total',
      help: 'Orders that only the sweep brought back',
      labelNames: ['fila'],
    }),
  };
}
