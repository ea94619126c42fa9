import type { Metrics } from '@entrada/runtime';

export type Metricas = ReturnType<typeof criarMetricas>;

/** @param origens those that are configured: their counters exist from the start, so that silence is a 0 and not a gap */
export function criarMetricas(metrics: Metrics, esperando: () => number, origens: Iterable<string>) {
  metrics.gauge({
    name: 'entrada_inbox_waiting',
    help: 'Events that wait for a statement',
    collect() {
      this.set(esperando());
    },
  });
  const recebidos = metrics.counter({
    name: 'entrada_webhooks_received_total',
    help: 'Deliveries that arrived whole, whatever became of them',
    labelNames: ['origem'],
  });
  for (const origem of origens) recebidos.inc({ origem }, 0);
  return {
    recebidos,
    respondidos: metrics.counter({
      name: 'entrada_webhooks_acknowledged_total',
      help: 'Deliveries answered 200, by what they were: recebido, duplicado, quarentena or saudacao',
      labelNames: ['origem', 'resultado'],
    }),
    recusados: metrics.counter({
      name: 'entrada_webhooks_rejected_total',
      help: 'Deliveries not answered 200, by reason',
      labelNames: ['origem', 'motivo'],
    }),
    duracao: metrics.histogram({
      name: 'entrada_ack_duration_seconds',
      help: 'From the whole body to the answer 200',
      labelNames: ['origem'],
      buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2],
    }),
    lote: metrics.histogram({
      name: 'entrada_commit_batch_size',
      help: 'Events per INSERT',
      buckets: [1, 2, 5, 10, 20, 50, 100, 200, 500],
    }),
    naoEnfileirados: metrics.counter({
      name: 'entrada_enqueue_skipped_total',
      help: 'Orders left to the sweep because the queue did not take them',
    }),
  };
}
