import { once } from 'node:events';
import { createServer } from 'node:http';
import { buffer } from 'node:stream/consumers';

/** Stands in front of a receiver. */
export interface Porteiro {
  url: URL;
  fechar(): Promise<void>;
}

/**
 * Passes everything on, but tells the store of its first delivery that it failed: the receiver has the event, and the store
 * does not know. That is the case in which a receiver shows whether it takes one event for two.
 */
export async function abrirPorteiro(destino: URL): Promise<Porteiro> {
  let vez = 0;
  const servidor = createServer(async (req, res) => {
    const primeira = ++vez === 1;
    const headers = Object.fromEntries(
      Object.entries(req.headers).filter(([nome]) => !['host', 'connection', 'content-length'].includes(nome)),
    ) as Record<string, string>;
    try {
      const resposta = await fetch(destino, { method: 'POST', headers, body: await buffer(req) });
      const corpo = await resposta.text();
      if (primeira && resposta.ok) res.writeHead(503).end('a failure made for this test');
      else res.writeHead(resposta.status, { 'content-type': 'application/json' }).end(corpo);
    } catch {
      res.writeHead(502).end('the receiver does not answer');
    }
  });
  servidor.listen(0, '127.0.0.1');
  await once(servidor, 'listening');
  const endereco = servidor.address();
  if (endereco === null || typeof endereco === 'string') throw new Error('no port was given');
  return {
    url: new URL(`http://127.0.0.1:${endereco.port}${destino.pathname}`),
    fechar: async () => {
      servidor.closeAllConnections();
      servidor.close();
      await once(servidor, 'close');
    },
  };
}
