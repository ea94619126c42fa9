import { describe, expect, it } from 'vitest';
import { createMetrics } from './metrics.ts';

const nunca = () => new Promise<never>(() => undefined);

describe('the page of metrics', () => {
  it('shows what was counted, what is collected and what others append', async () => {
    const metrics = createMetrics();
    metrics.counter({ name: 'contados_total', help: 'x', labelNames: ['origem'] }).inc({ origem: 'loja' }, 2);
    metrics.gauge({
      name: 'medida',
      help: 'x',
      collect: async function () {
        this.set(7);
      },
    });
    metrics.anexar(async () => 'de_outro 1');
    const pagina = await metrics.texto();
    expect(pagina).toContain('contados_total{origem="loja"} 2');
    expect(pagina).toMatch(/^medida 7$/m);
    expect(pagina).toMatch(/^de_outro 1$/m);
    expect(pagina).toMatch(/^process_cpu_seconds_total/m);
    expect(metrics.contentType).toContain('text/plain');
  });

  it.each([
    ['fails', () => Promise.reject(new Error('out of reach'))],
    [
      'throws',
      () => {
        throw new Error('out of reach');
      },
    ],
    ['hangs', nunca],
  ])('comes whole but for a value whose source %s', async (_, falhar) => {
    const metrics = createMetrics(50);
    metrics.gauge({
      name: 'sa',
      help: 'x',
      collect() {
        this.set(1);
      },
    });
    metrics.gauge({ name: 'doente', help: 'x', collect: falhar });
    metrics.gauge({ name: 'doente_com_rotulo', help: 'x', labelNames: ['fila'], collect: falhar });
    metrics.anexar(falhar);
    await metrics.texto();
    const pagina = await metrics.texto();
    expect(pagina).toMatch(/^sa 1$/m);
    expect(pagina).not.toMatch(/^doente/m);
    expect(pagina).toMatch(/^entrada_metrics_missing_total [3-6]$/m);
  });

  it('shows no old value of a source that is gone, and the new one when it is back', async () => {
    let fora = false;
    const metrics = createMetrics(50);
    const ler = () => (fora ? nunca() : Promise.resolve(3));
    metrics.gauge({
      name: 'profundidade',
      help: 'x',
      labelNames: ['fila'],
      collect: async function () {
        this.set({ fila: 'aplicar' }, await ler());
      },
    });
    metrics.gauge({
      name: 'pendentes',
      help: 'x',
      collect: async function () {
        this.set(await ler());
      },
    });
    const linhas = async () => (await metrics.texto()).match(/^(profundidade|pendentes).*$/gm);
    const todas = ['profundidade{fila="aplicar"} 3', 'pendentes 3'];
    expect(await linhas()).toEqual(todas);
    fora = true;
    expect(await linhas()).toBeNull();
    fora = false;
    expect(await linhas()).toEqual(todas);
  });
});
