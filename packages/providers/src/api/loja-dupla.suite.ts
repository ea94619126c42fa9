import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { AcessoDaApi } from '../dialeto.ts';

/** A store's API on this machine that answers whatever a test wants, in order; the last answer is repeated. */
export interface LojaDupla extends AcessoDaApi {
  apiToken: string;
  /** What was asked so far: method, path and query, and the authorization. */
  pedidos: { metodo: string; url: string; autorizacao: string | undefined }[];
  responder(...respostas: Resposta[]): void;
  fechar(): Promise<void>;
}

export type Resposta = (res: ServerResponse, req: IncomingMessage) => void;

/** The usual answer: JSON, or a text as it is. */
export function com(status: number, corpo: unknown = '', cabecalhos: Record<string, string> = {}): Resposta {
  return (res) => res.writeHead(status, cabecalhos).end(typeof corpo === 'string' ? corpo : JSON.stringify(corpo));
}

export const calar: Resposta = () => {};
export const desligar: Resposta = (res) => res.destroy();

export async function abrirLojaDupla(): Promise<LojaDupla> {
  let fila: Resposta[] = [com(500)];
  const pedidos: LojaDupla['pedidos'] = [];
  const servidor = createServer((req, res) => {
    pedidos.push({ metodo: req.method ?? '', url: req.url ?? '', autorizacao: req.headers.authorization });
    const resposta = fila.length > 1 ? fila.shift() : fila[0];
    resposta?.(res, req);
  });
  await new Promise<void>((pronto) => servidor.listen(0, '127.0.0.1', pronto));
  const { port } = servidor.address() as AddressInfo;
  return {
    apiUrl: `http://127.0.0.1:${port}`,
    apiToken: 'token-de-exemplo',
    pedidos,
    responder: (...respostas) => {
      pedidos.length = 0;
      fila = respostas;
    },
    fechar: () =>
      new Promise((pronto) => {
        servidor.close(() => pronto());
        servidor.closeAllConnections();
      }),
  };
}
