import type { LojaNaApi, PedidoNaLoja, Pergunta, Resposta } from '../contrato.ts';
import { ESTADOS, escreverPedido } from './pedido.ts';

const MAX_POR_PAGINA = 250;

/**
 * `GET /orders/<id>.json` and `GET /orders.json`. A list hides what is cancelled unless it is asked for any status; the next
 * page has a token, beside which no filter may stand.
 */
export function responder({ caminho, consulta, cabecalhos }: Pergunta, loja: LojaNaApi): Resposta {
  if (loja.token !== null && cabecalhos['x-shopify-access-token'] !== loja.token)
    return { status: 401, corpo: { errors: '[API] Invalid API key or access token' } };
  const id = /^\/orders\/([^/]+)\.json$/.exec(caminho)?.[1];
  if (id !== undefined) {
    const pedido = loja.pedidos.get(decodeURIComponent(id));
    return pedido
      ? { status: 200, corpo: { order: escreverPedido(pedido) } }
      : { status: 404, corpo: { errors: 'Not Found' } };
  }
  return caminho === '/orders.json' ? listar(consulta, loja) : { status: 404, corpo: { errors: 'Not Found' } };
}

interface Filtro {
  desde: number;
  status: string;
  depois: [number, string];
}

function listar(consulta: URLSearchParams, loja: LojaNaApi): Resposta {
  const limite = Number(consulta.get('limit') ?? 50);
  const filtro = lerFiltro(consulta);
  if (filtro === null || limite > MAX_POR_PAGINA) return { status: 400, corpo: { errors: { base: 'Bad Request' } } };
  const quantos = Math.min(limite, loja.pagina);
  const todos = [...loja.pedidos.values()]
    .filter((p) => p.updated_at >= filtro.desde && visivel(p, filtro.status) && comparar(lugar(p), filtro.depois) > 0)
    .sort((a, b) => comparar(lugar(a), lugar(b)));
  const pagina = todos.slice(0, quantos);
  const ultimo = todos.length > quantos ? pagina.at(-1) : undefined;
  return {
    status: 200,
    cabecalhos: ultimo ? { link: links(loja.endereco, { ...filtro, depois: lugar(ultimo) }) } : {},
    corpo: { orders: pagina.map((p) => escreverPedido(p)) },
  };
}

const visivel = (p: PedidoNaLoja, status: string): boolean => status === 'any' || ESTADOS[p.status]?.cancelado !== true;

const lugar = (p: PedidoNaLoja): [number, string] => [Math.floor(p.updated_at / 1000), p.id];
const comparar = (a: [number, string], b: [number, string]): number =>
  a[0] - b[0] || (a[1] < b[1] ? -1 : Number(a[1] > b[1]));

function lerFiltro(consulta: URLSearchParams): Filtro | null {
  const token = consulta.get('page_info');
  if (token === null) {
    const desde = Date.parse(consulta.get('updated_at_min') ?? '1970-01-01T00:00:00Z');
    if (Number.isNaN(desde)) return null;
    // Its own resolution is a second: so is that of its filters.
    return { desde: Math.floor(desde / 1000) * 1000, status: consulta.get('status') ?? 'open', depois: [-1, ''] };
  }
  if ([...consulta.keys()].some((nome) => nome !== 'page_info' && nome !== 'limit')) return null;
  return JSON.parse(Buffer.from(token, 'base64url').toString());
}

function links(endereco: string, filtro: Filtro): string {
  const token = Buffer.from(JSON.stringify(filtro)).toString('base64url');
  return `<${endereco}/orders.json?limit=1&page_info=abc>; rel="previous", <${endereco}/orders.json?limit=1&page_info=${token}>; rel="next"`;
}
