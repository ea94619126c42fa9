import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, test } from 'vitest';

const programa = fileURLToPath(new URL('./shutdown.fixture.ts', import.meta.url));
const filhos: { kill(s: NodeJS.Signals): unknown }[] = [];
afterAll(() => {
  for (const filho of filhos.splice(0)) filho.kill('SIGKILL');
});

/** A real child process whose steps are given by name: rapido, lento, falha, preso. */
async function iniciar(passos: string[], prazoMs: number) {
  const args = ['--conditions=source', '--import', 'tsx', programa, JSON.stringify({ passos, prazoMs })];
  const filho = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  filhos.push(filho);
  let saida = '';
  filho.stdout.setEncoding('utf8').on('data', (texto: string) => {
    saida += texto;
  });
  const fim = once(filho, 'exit').then(([code, signal]) => ({ code, signal }));
  while (!saida.includes('running')) await new Promise((r) => setTimeout(r, 20));
  return { filho, fim, saida: () => saida };
}

test.concurrent('SIGTERM runs the steps in order and exits 0', async () => {
  const { filho, fim, saida } = await iniciar(['rapido', 'lento'], 5_000);
  filho.kill('SIGTERM');
  expect(await fim).toEqual({ code: 0, signal: null });
  expect(saida()).toMatch(/SIGTERM[\s\S]*rapido done[\s\S]*lento done[\s\S]*shut down/);
});

test.concurrent('a step that fails does not keep the next ones from running, and the exit status is 1', async () => {
  const { filho, fim, saida } = await iniciar(['falha', 'rapido'], 5_000);
  filho.kill('SIGINT');
  expect(await fim).toEqual({ code: 1, signal: null });
  expect(saida()).toContain('rapido done');
});

test.concurrent('a step that hangs is cut off at the deadline, named, with exit status 1', async () => {
  const { filho, fim, saida } = await iniciar(['preso', 'rapido'], 700);
  const antes = performance.now();
  filho.kill('SIGTERM');
  expect(await fim).toEqual({ code: 1, signal: null });
  expect(performance.now() - antes).toBeGreaterThan(600);
  expect(performance.now() - antes).toBeLessThan(3_000);
  expect(saida()).toContain('"passo":"preso"');
  expect(saida()).not.toContain('rapido done');
});

test.concurrent('a second signal soon after the first is the same request', async () => {
  const { filho, fim } = await iniciar(['lento'], 5_000);
  filho.kill('SIGINT');
  await new Promise((r) => setTimeout(r, 50));
  filho.kill('SIGTERM');
  expect(await fim).toEqual({ code: 0, signal: null });
});

test.concurrent('a later second signal exits at once', async () => {
  const { filho, fim } = await iniciar(['preso'], 60_000);
  filho.kill('SIGTERM');
  await new Promise((r) => setTimeout(r, 800));
  filho.kill('SIGTERM');
  expect(await fim).toEqual({ code: 1, signal: null });
});

test.concurrent('an exception that nobody caught is one line, and ends the process', async () => {
  const { fim, saida } = await iniciar(['excecao'], 5_000);
  expect(await fim).toEqual({ code: 1, signal: null });
  expect(saida()).toMatch(/"level":"fatal".*"msg":"uncaught exception"/);
});
