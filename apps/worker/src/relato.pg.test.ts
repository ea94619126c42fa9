import { lerSerie } from '@entrada/db';
import { createLogger, createMetrics } from '@entrada/runtime';
import { bancoDeTeste } from '@entrada/testing';
import { expect, test } from 'vitest';
import { criarMetricasDoApply } from './apply/metricas.ts';
import { criarRelato } from './relato.ts';

test('a worker tells how long its events took, and one of the fleet looks at what waits', async () => {
  const { sql, fechar } = await bancoDeTeste();
  try {
    const relatos = [0.004, 0.2, 999].map((segundos) => {
      const metricasDoApply = criarMetricasDoApply(createMetrics());
      metricasDoApply.atraso.observe({ origem: 'loja' }, segundos);
      return criarRelato({ sql, metricasDoApply, logger: createLogger({ nome: 'worker', level: 'silent' }) });
    });
    for (const relato of relatos) await relato.parar();
    const { somas, medidas } = await lerSerie(sql, { minutos: 60, passo: 60 });
    const total = new Map<string, number>();
    for (const { nome, valor } of somas) total.set(nome, (total.get(nome) ?? 0) + valor);
    expect([...total].sort()).toEqual([
      ['atraso:0.01', 1],
      ['atraso:0.25', 1],
      ['atraso_maior', 1],
    ]);
    expect(new Set(medidas.map((m) => m.nome))).toEqual(
      new Set(['pendentes', 'mais_antigo_ms', 'efeitos_pendentes', 'efeitos_falhos']),
    );
    expect(await sql`select from leases where nome = 'medidas'`).toHaveLength(1);
  } finally {
    await fechar();
  }
});
