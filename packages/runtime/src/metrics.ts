import {
  Counter,
  type CounterConfiguration,
  collectDefaultMetrics,
  Gauge,
  type GaugeConfiguration,
  Histogram,
  type HistogramConfiguration,
  Registry,
} from 'prom-client';

type SemRegistro<T> = Omit<T, 'registers'>;

/** The metrics of one process: a registry of its own, so that two programs in one test do not share counters. */
export interface Metrics {
  counter<T extends string>(c: SemRegistro<CounterConfiguration<T>>): Counter<T>;
  gauge<T extends string>(c: SemRegistro<GaugeConfiguration<T>>): Gauge<T>;
  histogram<T extends string>(c: SemRegistro<HistogramConfiguration<T>>): Histogram<T>;
  /** Adds text in the Prometheus format that somebody else produces. A source that fails is left out. */
  anexar(fonte: () => Promise<string>): void;
  /** The answer of GET /metrics. */
  texto(): Promise<string>;
  readonly contentType: string;
}

export function createMetrics(): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const registers = [registry];
  const fontes: (() => Promise<string>)[] = [];
  return {
    counter: (c) => new Counter({ ...c, registers }),
    gauge: (c) => new Gauge({ ...c, registers }),
    histogram: (c) => new Histogram({ ...c, registers }),
    anexar: (fonte) => void fontes.push(fonte),
    texto: async () => {
      const partes = await Promise.all([registry.metrics(), ...fontes.map((f) => f().catch(() => ''))]);
      return `${partes.filter((p) => p !== '').join('\n')}\n`;
    },
    contentType: registry.contentType,
  };
}
