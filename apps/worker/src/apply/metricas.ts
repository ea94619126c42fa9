import type { Metrics } from '@entrada/runtime';

export type MetricasDoApply = ReturnType<typeof criarMetricasDoApply>;

export function criarMetricasDoApply(metrics: Metrics) {
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
      labelNames: ['origem'],
    }),
    redobras: metrics.counter({
      name: 'entrada_refolds_total',
      help: 'Applies that folded the whole history of an order, because a fact came late',
      labelNames: ['origem'],
    }),
    anomalias: metrics.counter({
      name: 'entrada_anomalies_total',
      help: 'What was out of the ordinary in an order: lacuna, regressao_de_terminal, empate, or an earlier result corrected',
      labelNames: ['origem', 'tipo'],
    }),
  };
}
