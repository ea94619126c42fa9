import { afterEach, expect, test } from 'vitest';
import { avaliarSaude, startHealthServer } from './health.ts';
import { StartError } from './main.ts';
import { createMetrics } from './metrics.ts';

const abertos: { close(): Promise<void> }[] = [];
afterEach(async () => {
  await Promise.all(abertos.splice(0).map((s) => s.close()));
});

async function abrir(readyz: () => string | null, port = 0) {
  const metrics = createMetrics();
  const server = await startHealthServer({ port, livez: () => null, readyz, metrics, host: '127.0.0.1' });
  abertos.push(server);
  return {
    metrics,
    server,
    pedir: (rota: string, init?: RequestInit) => fetch(`http://127.0.0.1:${server.port}${rota}`, init),
  };
}

test('livez and readyz answer 200 or 503 with the reason', async () => {
  let motivo: string | null = null;
  const { pedir } = await abrir(() => motivo);
  expect([(await pedir('/livez')).status, (await pedir('/readyz?x=1')).status]).toEqual([200, 200]);
  motivo = 'shutting down';
  const resposta = await pedir('/readyz');
  expect([resposta.status, await resposta.json()]).toEqual([503, { ok: false, motivo: 'shutting down' }]);
});

test('metrics are the registry of this process plus what others produce, without those that fail', async () => {
  const { pedir, metrics } = await abrir(() => null);
  metrics.counter({ name: 'entrada_teste_total', help: 'h', labelNames: ['motivo'] }).inc({ motivo: 'a' }, 2);
  metrics.anexar(async () => 'outra_metrica 1');
  metrics.anexar(async () => Promise.reject(new Error('down')));
  const resposta = await pedir('/metrics');
  const texto = await resposta.text();
  expect(resposta.headers.get('content-type')).toContain('text/plain');
  expect(texto).toContain('entrada_teste_total{motivo="a"} 2\n');
  expect(texto).toContain('process_cpu_seconds_total');
  expect(texto).toMatch(/outra_metrica 1\n$/);
});

test('two registries do not share anything', () => {
  createMetrics().counter({ name: 'mesmo_nome', help: 'h' });
  expect(() => createMetrics().counter({ name: 'mesmo_nome', help: 'h' })).not.toThrow();
});

test('other routes and methods are 404', async () => {
  const { pedir } = await abrir(() => null);
  const respostas = await Promise.all([
    pedir('/'),
    pedir('/livez/x'),
    pedir('/toString'),
    pedir('/livez', { method: 'POST' }),
  ]);
  expect(respostas.map((r) => r.status)).toEqual([404, 404, 404, 404]);
});

test('a taken port is one clear line', async () => {
  const { server } = await abrir(() => null);
  const segundo = abrir(() => null, server.port);
  await expect(segundo).rejects.toThrow(StartError);
  await expect(segundo).rejects.toThrow(`port ${server.port} is in use; set WORKER_PORT or stop the other program`);
});

test('a check that throws or hangs is not well', async () => {
  expect(await avaliarSaude(() => Promise.reject(new Error('no database')))).toEqual({
    codigo: 503,
    corpo: { ok: false, motivo: 'no database' },
  });
  const presa = await avaliarSaude(() => new Promise<null>(() => {}), 20);
  expect(presa.corpo).toEqual({ ok: false, motivo: 'the check took longer than 20 ms' });
});
