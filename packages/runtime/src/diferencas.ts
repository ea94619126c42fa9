import type { Counter, Histogram } from 'prom-client';

/** How much a series has grown. */
export interface Diferenca {
  rotulos: Readonly<Record<string, string | number>>;
  valor: number;
}

/** Where a counter has got to since the last look, series by series. */
export interface Leitor {
  /** What came since the last `confirmar`; the same again until then, and more. */
  ler(): Promise<Diferenca[]>;
  /** What was read last is dealt with. */
  confirmar(): void;
}

/**
 * Reads what a counter, or the buckets of a histogram, has counted since the last time: for whoever keeps sums elsewhere
 * without counting anything twice on the way of a request. Of a histogram, the label `le` is the upper edge of a bucket that
 * holds no lower one's values.
 */
export function lerDiferencas(metrica: Counter<string> | Histogram<string>): Leitor {
  const antes = new Map<string, number>();
  let agora = new Map<string, number>();
  return {
    async ler() {
      const { values } = await metrica.get();
      const series = values.filter((v) => !('metricName' in v) || String(v.metricName).endsWith('_bucket'));
      agora = new Map(series.map((v) => [JSON.stringify(v.labels), v.value]));
      let abaixo = 0;
      return series.flatMap(({ labels, value }) => {
        const cresceu = value - (antes.get(JSON.stringify(labels)) ?? 0);
        const { le } = labels as { le?: unknown };
        const valor = le === undefined ? cresceu : cresceu - abaixo;
        abaixo = le === undefined || le === '+Inf' ? 0 : cresceu;
        return valor > 0 ? [{ rotulos: labels as Diferenca['rotulos'], valor }] : [];
      });
    },
    confirmar() {
      for (const [serie, valor] of agora) antes.set(serie, valor);
    },
  };
}
