import { once } from 'node:events';
import { createServer, type Server } from 'node:net';
import { freePort } from '@entrada/testing';
import { afterEach, expect, it } from 'vitest';
import { conferirPortas } from './portas.ts';

const abertos: Server[] = [];
afterEach(() => {
  for (const servidor of abertos.splice(0)) servidor.close();
});
async function ocupada(host: string): Promise<number> {
  const servidor = createServer().listen(0, host);
  abertos.push(servidor);
  await once(servidor, 'listening');
  const endereco = servidor.address();
  return typeof endereco === 'object' && endereco !== null ? endereco.port : 0;
}

it('free ports pass, and 0 becomes a free one', async () => {
  const livre = await freePort();
  const [a, b] = await conferirPortas(
    [
      { numero: livre, variavel: 'A_PORT' },
      { numero: 0, variavel: 'B_PORT' },
    ],
    0,
  );
  expect(a).toBe(livre);
  expect(b).toBeGreaterThan(0);
});

it.each(['127.0.0.1', '0.0.0.0'])('a port taken on %s is named together with its variable', async (host) => {
  const numero = await ocupada(host);
  await expect(conferirPortas([{ numero, variavel: 'RECEIVER_PORT' }], 0)).rejects.toThrow(
    `port ${numero} is in use; set RECEIVER_PORT`,
  );
});

it('waits for a port that is about to become free', async () => {
  const numero = await ocupada('127.0.0.1');
  setTimeout(() => abertos.pop()?.close(), 150);
  expect(await conferirPortas([{ numero, variavel: 'RECEIVER_PORT' }], 5_000)).toEqual([numero]);
});
