import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { freePort, NODE_TS, type Processo, startProcess } from '@entrada/testing';
import { afterEach, expect, it } from 'vitest';

const RAIZ = fileURLToPath(new URL('../../../..', import.meta.url));
const SEGREDO = 'segredo-da-loja';
const fechar: (() => unknown)[] = [];
afterEach(() => Promise.all(fechar.splice(0).map((f) => f())));

function servir(argumentos: readonly string[], env: Record<string, string>): Processo {
  const args = [...NODE_TS, 'apps/simulator/src/main.ts', 'servir', ...argumentos];
  const processo = startProcess({ command: process.execPath, args, cwd: RAIZ, env });
  fechar.push(() => processo.matar('SIGKILL')); // also where the test fails before it ends it
  return processo;
}
const UMA_LOJA = { ORIGEM_LOJA_DIALETO: 'loja', ORIGEM_LOJA_SEGREDOS: SEGREDO };

it('lives by itself: orders begin, and their events arrive signed, until it is told to end', async () => {
  const vistos: string[] = [];
  const receptor = createServer(async (req, res) => {
    const corpo = await buffer(req);
    const certa = createHmac('sha256', SEGREDO).update(corpo).digest('hex');
    vistos.push(`${req.url} ${req.headers['x-loja-signature'] === certa}`);
    res.end();
  }).listen(0, '127.0.0.1');
  await once(receptor, 'listening');
  fechar.push(() => receptor.close());
  const endereco = receptor.address();
  const url = `http://127.0.0.1:${typeof endereco === 'object' ? endereco?.port : ''}`;

  const SIMULATOR_PORT = String(await freePort());
  const argumentos = ['--desenvolvimento', '--receiver-url', url, '--por-minuto', '600', '--embaralhar-ms', '0'];
  const processo = servir(argumentos, { ...UMA_LOJA, SIMULATOR_PORT });
  await processo.esperarLinha(/"msg":"listening"/);
  await expect.poll(() => vistos.length, { timeout: 10_000 }).toBeGreaterThan(5);
  expect(new Set(vistos)).toEqual(new Set(['/webhooks/loja true']));
  const listar = () => fetch(`http://127.0.0.1:${SIMULATOR_PORT}/loja/orders?updated_since=2020-01-01T00:00:00Z`);
  expect((await listar()).headers.get('date')).toMatch(/GMT$/);
  const contar = async () => ((await (await listar()).json()) as { orders: object[] }).orders.length;
  await expect.poll(contar, { timeout: 10_000 }).toBeGreaterThan(3);

  processo.matar('SIGTERM');
  expect(await processo.terminou).toMatchObject({ code: 0 });
});

it('does not start where a store would not register the address, and says what to do', async () => {
  const processo = servir([], { ...UMA_LOJA, SIMULATOR_PORT: String(await freePort()) });
  expect((await processo.terminou).code).toBe(1);
  expect(processo.saida()).toMatch(
    /do not register http:\/\/127.0.0.1:3000\/webhooks\/loja: .*internal address.*tunnel/s,
  );
});

it('does not start where no store is configured, or its port is taken', async () => {
  const nenhuma = servir([], {});
  expect((await nenhuma.terminou).code).toBe(1);
  expect(nenhuma.saida()).toContain('no origem is configured');

  const outro = createServer().listen(0);
  await once(outro, 'listening');
  fechar.push(() => outro.close());
  const endereco = outro.address();
  const SIMULATOR_PORT = String(typeof endereco === 'object' ? endereco?.port : '');
  const processo = servir(['--desenvolvimento', '--parado'], { ...UMA_LOJA, SIMULATOR_PORT });
  expect((await processo.terminou).code).toBe(1);
  expect(processo.saida()).toContain(`port ${SIMULATOR_PORT} is in use; set SIMULATOR_PORT`);
});
