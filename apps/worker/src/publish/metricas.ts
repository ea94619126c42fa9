import { contarEfeitosPendentes, type Sql } from '@entrada/db';
import type { Metrics } from '@entrada/runtime';
import { umaDeCadaVez } from '../uma-de-cada-vez.ts';

export type MetricasDoPublish = ReturnType<typeof criarMetricasDoPublish>;

export function criarMetricasDoPublish(metrics: Metrics, sql: Sql) {
  const contar = umaDeCadaVez(() => contarEfeitosPendentes(sql));
  metrics.gauge({
    name: 'entrada_outbox_pending',
    help: 'Effects that have not ended',
    async collect() {
      this.set((await contar()).pendentes);
    },
  });
  metrics.gauge({
    name: 'entrada_outbox_oldest_pending_seconds',
    help: 'Age of the oldest effect that has not ended; 0 where there is none',
    async collect() {
      this.set((await contar()).mais_antigo_ms / 1000);
    },
  });
  return {
    tentativas: metrics.counter({
      name: 'entrada_effect_attempts_total',
      help: 'Attempts to hand an effect to the ERP, by what came of them',
      labelNames: ['efeito', 'desfecho'],
    }),
    encerrados: metrics.counter({
      name: 'entrada_effects_total',
      help: 'Effects that the ERP has, or that were given up',
      labelNames: ['efeito', 'fim'],
    }),
    duracao: metrics.histogram({
      name: 'entrada_erp_duration_seconds',
      help: 'How long the ERP took to answer',
      labelNames: ['desfecho'],
      buckets: [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    }),
  };
}
