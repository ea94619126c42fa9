import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { DialetoDaLoja, LojaNaApi, PedidoNaLoja, Resposta } from './contrato.ts';

/** How many requests at once, and how many a second, a store takes before it says 429. */
export interface Balde {
  capacidade: number;
  porSegundo: number;
}

/** A store's API on this machine. */
export interface ApiServida {
  url: string;
  pedidos: Map<string, PedidoNaLoja>;
  /** Path and query of every request, refused ones included. */
  perguntas: string[];
  /** How many were answered 429. */
  recusadas(): number;
  fechar(): Promise<void>;
}

export interface OpcoesDaApi {
  token: string | null;
  pagina?: number;
  balde?: Balde;
}

/** Serves the API of one kind of store as it is documented, rate limit included. */
export async function servirApi(
  { responder }: DialetoDaLoja,
  { token, pagina = 100, balde }: OpcoesDaApi,
): Promise<ApiServida> {
  if (!responder) throw new Error('this kind of store has no API of its own');
  const pedidos = new Map<string, PedidoNaLoja>();
  const perguntas: string[] = [];
  const admitir = balde ? criarBalde(balde) : () => true;
  let recusadas = 0;
  const loja: LojaNaApi = { pedidos, token, pagina, endereco: '' };
  const servidor = createServer((req, res) => {
    const url = new URL(req.url ?? '/', 'http://loja');
    perguntas.push(req.url ?? '');
    const { status, cabecalhos, corpo } = admitir(performance.now())
      ? responder({ caminho: url.pathname, consulta: url.searchParams, cabecalhos: req.headers }, loja)
      : DEVAGAR;
    if (status === 429) recusadas += 1;
    res.writeHead(status, { 'content-type': 'application/json', ...cabecalhos }).end(JSON.stringify(corpo));
  });
  await new Promise<void>((pronto) => servidor.listen(0, '127.0.0.1', pronto));
  loja.endereco = `http://127.0.0.1:${(servidor.address() as AddressInfo).port}`;
  return {
    url: loja.endereco,
    pedidos,
    perguntas,
    recusadas: () => recusadas,
    fechar: () =>
      new Promise((fim) => {
        servidor.close(() => fim());
        servidor.closeAllConnections();
      }),
  };
}

const DEVAGAR: Resposta = { status: 429, cabecalhos: { 'retry-after': '1.0' }, corpo: { errors: 'too many requests' } };

/** A leaky bucket: each request fills it by one, and it leaks at its rate. */
export function criarBalde({ capacidade, porSegundo }: Balde): (agoraMs: number) => boolean {
  let cheio = 0;
  let desde = 0;
  return (agora) => {
    cheio = Math.max(0, cheio - ((agora - desde) / 1000) * porSegundo);
    desde = agora;
    if (cheio + 1 > capacidade) return false;
    cheio += 1;
    return true;
  };
}
