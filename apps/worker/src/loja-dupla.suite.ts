import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

interface PedidoDaLoja {
  id: string;
  status: string;
  updated_at: string;
  total_cents?: number;
  [outro: string]: unknown;
}

/** The API of a store: a local server, written from what the platform promises. */
export interface LojaDupla {
  url: string;
  pedidos: Map<string, PedidoDaLoja>;
  /** Path and query of every request. */
  perguntas: string[];
  /** Answers instead of the API, where it returns true. */
  intervir: (req: IncomingMessage, res: ServerResponse) => boolean;
  porPagina: number;
  fechar(): Promise<void>;
}

export async function lojaDupla(): Promise<LojaDupla> {
  const loja: Omit<LojaDupla, 'url' | 'fechar'> = {
    pedidos: new Map(),
    perguntas: [],
    intervir: () => false,
    porPagina: 100,
  };
  const server = createServer((req, res) => {
    loja.perguntas.push(req.url ?? '');
    if (loja.intervir(req, res)) return;
    const url = new URL(req.url ?? '', 'http://loja');
    const [, , id] = url.pathname.split('/');
    if (id !== undefined) return responder(res, loja.pedidos.get(decodeURIComponent(id)));
    responder(res, listar(loja, url.searchParams));
  });
  await new Promise<void>((pronto) => server.listen(0, '127.0.0.1', pronto));
  return Object.assign(loja, {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    fechar: async () => {
      server.closeAllConnections();
      await new Promise((fim) => server.close(fim));
    },
  });
}

/** By change and id, after the cursor, as a store pages that does not lose its place when orders change. */
function listar(loja: Pick<LojaDupla, 'pedidos' | 'porPagina'>, consulta: URLSearchParams) {
  const desde = consulta.get('updated_since') ?? '';
  const cursor = consulta.get('cursor') ?? '';
  const chave = (p: PedidoDaLoja): string => `${p.updated_at} ${p.id}`;
  const mudados = [...loja.pedidos.values()]
    .filter((p) => p.updated_at >= desde && chave(p) > cursor)
    .sort((a, b) => (chave(a) < chave(b) ? -1 : 1));
  const orders = mudados.slice(0, loja.porPagina);
  const ultimo = orders.at(-1);
  return { orders, ...(mudados.length > orders.length && ultimo ? { next_cursor: chave(ultimo) } : {}) };
}

function responder(res: ServerResponse, corpo: object | undefined): void {
  res.writeHead(corpo ? 200 : 404, { 'content-type': 'application/json' });
  res.end(JSON.stringify(corpo ?? { error: 'not found' }));
}
