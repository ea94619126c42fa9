import {
  type CollectFunction,
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
  /** Where `collect` fails or takes longer than 2 s, this metric has no value on that page; the others do. */
  gauge<T extends string>(c: SemRegistro<GaugeConfiguration<T>>): Gauge<T>;
  histogram<T extends string>(c: SemRegistro<HistogramConfiguration<T>>): Histogram<T>;
  /** Adds text in the Prometheus format that somebody else produces. A source that fails or is late is left out. */
  anexar(fonte: () => Promise<string>): void;
  /** The answer of GET /metrics. Never fails: an outage of what is measured is when the page is read most. */
  texto(): Promise<string>;
  readonly contentType: string;
}

/** Prometheus gives up after 10 s by default; a database or a Redis that is well answers in a fraction of this. */
const PRAZO_MS = 2_000;

export function createMetrics(prazoMs = PRAZO_MS): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const registers = [registry];
  const fontes: (() => Promise<string>)[] = [];
  const faltas = new Counter({
    name: 'entrada_metrics_missing_total',
    help: 'Values left out of this page because what they measure did not answer',
    registers,
  });
  const comPrazo = async <T>(ler: () => T | Promise<T>, seFaltar: T): Promise<T> => {
    const lido = await dentroDoPrazo(ler, prazoMs).catch(() => null);
    if (lido !== null) return lido.valor;
    faltas.inc();
    return seFaltar;
  };

  return {
    counter: (c) => new Counter({ ...c, registers }),
    gauge: (c) => {
      const { collect, ...resto } = c;
      const rotulos = c.labelNames?.length ?? 0;
      if (!collect) return new Gauge({ ...resto, registers });
      return new Gauge({ ...resto, registers, collect: ouSemValor(collect, comPrazo, rotulos) });
    },
    histogram: (c) => new Histogram({ ...c, registers }),
    anexar: (fonte) => void fontes.push(fonte),
    texto: async () => {
      const partes = await Promise.all([registry.metrics(), ...fontes.map((f) => comPrazo(f, ''))]);
      return `${partes.filter((p) => p !== '').join('\n')}\n`;
    },
    contentType: registry.contentType,
  };
}

type ComPrazo = <T>(ler: () => T | Promise<T>, seFaltar: T) => Promise<T>;

/** No value rather than the last one: an old figure that looks current hides the outage. */
function ouSemValor<T extends string>(
  collect: CollectFunction<Gauge<T>>,
  comPrazo: ComPrazo,
  rotulos: number,
): CollectFunction<Gauge<T>> {
  return async function (this: Gauge<T>) {
    const lido = await comPrazo<boolean>(async () => {
      await collect.call(this);
      return true;
    }, false);
    if (lido) return;
    this.reset();
    if (rotulos === 0) this.remove(); // reset left a 0
  };
}

async function dentroDoPrazo<T>(ler: () => T | Promise<T>, prazoMs: number): Promise<{ valor: T } | null> {
  let relogio: NodeJS.Timeout | undefined;
  const prazo = new Promise<null>((resolve) => {
    relogio = setTimeout(resolve, prazoMs, null);
  });
  try {
    return await Promise.race([
      Promise.resolve()
        .then(ler)
        .then((valor) => ({ valor })),
      prazo,
    ]);
  } finally {
    clearTimeout(relogio);
  }
}
