import {
  atrasoDosCursores,
  contarConexoes,
  contarConexoesPorPrograma,
  contarPendentesPorOrigem,
  contarQuarentena,
  exporTransacoes,
  type Sql,
} from '@entrada/db';
import type { Fila } from '@entrada/queue';
import type { Metrics } from '@entrada/runtime';
import { umaDeCadaVez } from './uma-de-cada-vez.ts';

const PREFIXO = 'entrada-';
const PROGRAMAS = ['receiver', 'worker', 'console'].map((programa) => PREFIXO + programa);

/**
 * What is measured when somebody asks. All of it but the pool is true of the whole installation, whichever worker says so:
 * queries take the max over the processes, never the sum.
 * @param origens those that are configured: 0 where nothing is pending, not a gap
 */
export function criarMedidas(metrics: Metrics, sql: Sql, fila: Fila, origens: readonly string[]): void {
  daCaixaDeEntrada(metrics, sql, origens);
  doPostgres(metrics, sql);
  exporTransacoes(metrics, sql);
  metrics.gauge({
    name: 'entrada_quarantine_open',
    help: 'Signed deliveries that could not become an event and that nobody has dealt with',
    labelNames: ['origem'],
    async collect() {
      this.reset();
      for (const origem of origens) this.set({ origem }, 0);
      for (const { origem, abertas } of await contarQuarentena(sql)) this.set({ origem }, abertas);
    },
  });
  metrics.gauge({
    name: 'entrada_reconciliation_cursor_lag_seconds',
    help: 'How far the point up to which a store was asked lies behind the clock',
    labelNames: ['origem'],
    async collect() {
      this.reset();
      for (const { origem, atraso_ms } of await atrasoDosCursores(sql)) this.set({ origem }, atraso_ms / 1000);
    },
  });
  metrics.anexar(() => fila.exposicao());
}

function daCaixaDeEntrada(metrics: Metrics, sql: Sql, origens: readonly string[]): void {
  const contar = umaDeCadaVez(() => contarPendentesPorOrigem(sql));
  const gauge = (name: string, help: string, valor: (p: { pendentes: number; mais_antigo_ms: number }) => number) =>
    metrics.gauge({
      name,
      help,
      labelNames: ['origem'],
      async collect() {
        const pendencias = await contar();
        this.reset(); // an origem that is configured no more, and has nothing pending any more
        for (const origem of origens) this.set({ origem }, 0);
        for (const p of pendencias) this.set({ origem: p.origem }, valor(p));
      },
    });
  gauge('entrada_inbox_pending', 'Events acknowledged and not yet applied', (p) => p.pendentes);
  gauge(
    'entrada_inbox_oldest_pending_seconds',
    'Age of the oldest event not yet applied; 0 where there is none',
    (p) => p.mais_antigo_ms / 1000,
  );
}

function doPostgres(metrics: Metrics, sql: Sql): void {
  const contar = umaDeCadaVez(() => contarConexoes(sql));
  metrics.gauge({
    name: 'entrada_postgres_connections',
    help: 'Connections that the Postgres server has open, of everybody',
    async collect() {
      this.set((await contar()).abertas);
    },
  });
  metrics.gauge({
    name: 'entrada_postgres_program_connections',
    help: 'Connections of each of our programs, by what they do',
    labelNames: ['programa', 'estado'],
    async collect() {
      const contadas = await contarConexoesPorPrograma(sql);
      this.reset();
      // Anybody may call himself anything: only names that are ours become labels.
      for (const { programa, estado, n } of contadas)
        if (PROGRAMAS.includes(programa)) this.set({ programa: programa.slice(PREFIXO.length), estado }, n);
    },
  });
  metrics.gauge({
    name: 'entrada_postgres_connections_max',
    help: 'Connections that the Postgres server accepts',
    async collect() {
      this.set((await contar()).maximo);
    },
  });
}
