import type { Metrics } from '@entrada/runtime';
import { type Sql, sessoesDe } from './conectar.ts';

/** On /metrics: how busy the connections for transactions of this process are. Those for single statements say nothing. */
export function exporTransacoes(metrics: Metrics, sql: Sql): void {
  const sessoes = sessoesDe(sql);
  metrics.gauge({
    name: 'entrada_db_transactions',
    help: 'Transactions under way in this process, and those that wait for a connection',
    labelNames: ['estado'],
    collect() {
      const { em_uso, esperando } = sessoes.uso();
      this.set({ estado: 'em_uso' }, em_uso);
      this.set({ estado: 'esperando' }, esperando);
    },
  });
  metrics.gauge({
    name: 'entrada_db_transactions_max',
    help: 'Transactions that this process may have under way',
    collect() {
      this.set(sessoes.uso().maximo);
    },
  });
}
