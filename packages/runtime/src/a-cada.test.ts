import { setTimeout as esperar } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { aCada } from './a-cada.ts';

test('it is done again and again, also after a failure, and a last time at the end', async () => {
  let vezes = 0;
  const falhas: unknown[] = [];
  const relogio = aCada(
    5,
    async () => {
      vezes += 1;
      if (vezes === 1) throw new Error('uma vez');
    },
    (e) => falhas.push(e),
  );
  while (vezes < 3) await esperar(5);
  await relogio.parar();
  const noFim = vezes;
  expect(falhas).toHaveLength(1);
  await relogio.parar();
  await esperar(30);
  expect(vezes).toBe(noFim);
});

test('it is never done twice at a time, and the end waits for it', async () => {
  let emCurso = 0;
  let feitas = 0;
  const relogio = aCada(
    1,
    async () => {
      emCurso += 1;
      expect(emCurso).toBe(1);
      await esperar(15);
      emCurso -= 1;
      feitas += 1;
    },
    () => undefined,
  );
  await esperar(5);
  await relogio.parar();
  expect(feitas).toBeGreaterThan(1);
  expect(emCurso).toBe(0);
});

test('what never ends holds up no exit', async () => {
  const relogio = aCada(
    1,
    () => new Promise(() => undefined),
    () => undefined,
  );
  await esperar(10);
  const inicio = performance.now();
  const agulha = setInterval(() => undefined, 100); // a server that still listens keeps the process alive
  await relogio.parar();
  clearInterval(agulha);
  expect(performance.now() - inicio).toBeLessThan(3_000);
});
