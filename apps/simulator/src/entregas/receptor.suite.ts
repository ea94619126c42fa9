import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { onTestFinished } from 'vitest';

export interface Visita {
  url: string;
  metodo: string;
  cabecalhos: IncomingMessage['headers'];
  corpo: string;
  /** Numbers the connections. */
  conexao: number;
}

export interface Receptor {
  url: URL;
  visitas: Visita[];
}

/** A receiver that answers what the test says. */
export async function receptor(
  responder: (res: ServerResponse, visita: Visita, req: IncomingMessage) => unknown,
): Promise<Receptor> {
  const visitas: Visita[] = [];
  const conexoes = new WeakMap<object, number>();
  let n = 0;
  const servidor = createServer(async (req, res) => {
    const corpo = await buffer(req).catch(() => null);
    if (corpo === null) return;
    const conexao = conexoes.get(req.socket) ?? 0;
    const visita = {
      url: req.url ?? '',
      metodo: req.method ?? '',
      cabecalhos: req.headers,
      corpo: String(corpo),
      conexao,
    };
    visitas.push(visita);
    responder(res, visita, req);
  });
  servidor.on('connection', (socket) => conexoes.set(socket, ++n));
  servidor.listen(0, '127.0.0.1');
  await once(servidor, 'listening');
  onTestFinished(() => {
    servidor.closeAllConnections();
    return new Promise<void>((resolve) => servidor.close(() => resolve()));
  });
  const endereco = servidor.address();
  if (endereco === null || typeof endereco === 'string') throw new Error('no port');
  return { url: new URL(`http://127.0.0.1:${endereco.port}/webhooks/loja`), visitas };
}
