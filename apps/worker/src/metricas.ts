import type { Metrics } from '@entrada/runtime';

export type Metricas = ReturnType<typeof criarMetricas>;

/** What the roles besides apply and publish count. */
export function criarMetricas(metrics: Metrics) {
  return { ...daApi(metrics), ...daReconciliacao(metrics), ...daAgenda(metrics) };
}

function daApi(metrics: Metrics) {
  return {
    leituras: metrics.counter({
      name: 'entrada_api_reads_total',
      help: 'Orders read from a store, by answer',
      labelNames: ['origem', 'resposta'],
    }),
    chamadas: metrics.histogram({
      name: 'entrada_api_duration_seconds',
      help: "Calls of a store's API and how long they took, retries included, by what came of them",
      labelNames: ['origem', 'chamada', 'desfecho'],
      buckets: [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
    }),
  };
}

function daReconciliacao(metrics: Metrics) {
  return {
    reconciliacoes: metrics.counter({
      name: 'entrada_reconciliations_total',
      help: 'Reconciliation runs, by how they ended',
      labelNames: ['origem', 'fim'],
    }),
    paginas: metrics.counter({
      name: 'entrada_reconciliation_pages_total',
      help: 'Pages of orders read by reconciliation',
      labelNames: ['origem'],
    }),
    perdidos: metrics.counter({
      name: 'entrada_missed_webhooks_total',
      help: 'Facts that the store told us when asked, before or instead of a webhook',
      labelNames: ['origem'],
    }),
  };
}

function daAgenda(metrics: Metrics) {
  return {
    turnos: metrics.counter({
      name: 'entrada_agenda_turns_total',
      help: 'Turns of the periodic tasks that this process did, by how they ended',
      labelNames: ['tarefa', 'fim'],
    }),
    varridos: metrics.counter({
      name: 'entrada_sweep_enqueued_total',
      help: 'Orders that only the sweep brought back',
      labelNames: ['fila'],
    }),
    podados: metrics.counter({
      name: 'entrada_pruned_total',
      help: 'Rows that retention replaced or removed; divergentes are orders left alone because something contradicts itself',
      labelNames: ['tabela'],
    }),
  };
}
