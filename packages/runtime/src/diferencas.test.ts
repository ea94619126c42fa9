import { expect, test } from 'vitest';
import { lerDiferencas } from './diferencas.ts';
import { createMetrics } from './metrics.ts';

test('a counter tells what it has counted since the last look, and again where that came to nothing', async () => {
  const contador = createMetrics().counter({ name: 'c', help: 'c', labelNames: ['origem'] });
  const leitor = lerDiferencas(contador);
  contador.inc({ origem: 'a' }, 0);
  expect(await leitor.ler()).toEqual([]);
  contador.inc({ origem: 'a' }, 2);
  expect(await leitor.ler()).toEqual([{ rotulos: { origem: 'a' }, valor: 2 }]);
  contador.inc({ origem: 'a' });
  contador.inc({ origem: 'b' });
  const tudo = [
    { rotulos: { origem: 'a' }, valor: 3 },
    { rotulos: { origem: 'b' }, valor: 1 },
  ];
  expect(await leitor.ler()).toEqual(tudo);
  leitor.confirmar();
  expect(await leitor.ler()).toEqual([]);
  contador.inc({ origem: 'b' });
  expect(await leitor.ler()).toEqual([{ rotulos: { origem: 'b' }, valor: 1 }]);
});

test('of a histogram, each bucket tells its own values only', async () => {
  const h = createMetrics().histogram({ name: 'h', help: 'h', labelNames: ['origem'], buckets: [1, 5] });
  const leitor = lerDiferencas(h);
  for (const valor of [0.5, 3, 4, 99]) h.observe({ origem: 'a' }, valor);
  h.observe({ origem: 'b' }, 2);
  const lidas = (await leitor.ler()).map((d) => [d.rotulos.origem, d.rotulos.le, d.valor]);
  expect(lidas).toEqual([
    ['a', 1, 1],
    ['a', 5, 2],
    ['a', '+Inf', 1],
    ['b', 5, 1],
  ]);
  leitor.confirmar();
  h.observe({ origem: 'a' }, 99);
  expect((await leitor.ler()).map((d) => d.rotulos.le)).toEqual(['+Inf']);
});
