import { once } from 'node:events';
import { createServer } from 'node:net';

/** A port that nobody listens on at this moment. */
export async function freePort(): Promise<number> {
  const servidor = createServer().listen(0, '127.0.0.1');
  await once(servidor, 'listening');
  const endereco = servidor.address();
  servidor.close();
  await once(servidor, 'close');
  if (endereco === null || typeof endereco === 'string') throw new Error('no port was given');
  return endereco.port;
}
