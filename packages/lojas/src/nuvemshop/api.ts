import type { LojaNaApi, PedidoNaLoja, Pergunta, Resposta } from '../contrato.ts';
import { ESTADOS, escreverPedido } from './pedido.ts';

const MAX_POR_PAGINA = 200;
const MAX_LISTADOS = 10_000;

/** `GET /orders/<id>` and `GET /orders`, newest first, by page number. A page that does not exist is a 404, the first of none too. */
export function responder({ caminho, consulta, cabecalhos }: Pergunta, loja: LojaNaApi): Resposta {
  if (cabecalhos['user-agent'] === undefined) return erro(400, 'Missing User-Agent');
  if (loja.token !== null && cabecalhos.authentication !== `bearer ${loja.token}`)
    return erro(401, 'Invalid access token');
  const id = /^\/orders\/([^/]+)$/.exec(caminho)?.[1];
  if (id !== undefined) {
    const pedido = loja.pedidos.get(decodeURIComponent(id));
    return pedido ? { status: 200, corpo: escreverPedido(pedido) } : erro(404, 'Order not found');
  }
  return caminho === '/orders' ? listar(consulta, loja) : erro(404, 'Not Found');
}

function listar(consulta: URLSearchParams, loja: LojaNaApi): Resposta {
  const pagina = Number(consulta.get('page') ?? 1);
  const porPagina = Number(consulta.get('per_page') ?? 30);
  if (!Number.isInteger(pagina) || pagina < 1 || porPagina > MAX_POR_PAGINA) return erro(422, 'Invalid page');
  if (pagina * porPagina > MAX_LISTADOS) return erro(422, 'page * per_page must not exceed 10000');
  const quantos = Math.min(porPagina, loja.pagina);
  const todos = [...loja.pedidos.values()].filter((p) => cabe(p, consulta)).sort((a, b) => (a.id < b.id ? 1 : -1));
  const ultima = Math.ceil(todos.length / quantos);
  if (pagina > ultima) return erro(404, `Last page is ${ultima}`);
  const inicio = (pagina - 1) * quantos;
  const outra = (p: number) => `${loja.endereco}/orders?page=${p}&per_page=${porPagina}`;
  return {
    status: 200,
    cabecalhos: {
      'x-total-count': String(todos.length),
      ...(pagina < ultima && { link: `<${outra(pagina + 1)}>; rel="next", <${outra(ultima)}>; rel="last"` }),
    },
    corpo: todos.slice(inicio, inicio + quantos).map(escreverPedido),
  };
}

function cabe(p: PedidoNaLoja, consulta: URLSearchParams): boolean {
  const limite = (nome: string, padrao: number): number => segundo(Date.parse(consulta.get(nome) ?? '') || padrao);
  const mudou = segundo(p.updated_at);
  const status = consulta.get('status') ?? 'open';
  return (
    mudou >= limite('updated_at_min', 0) &&
    mudou <= limite('updated_at_max', Number.MAX_SAFE_INTEGER) &&
    (status === 'any' || ESTADOS[p.status]?.status === status)
  );
}

const segundo = (ms: number): number => Math.floor(ms / 1000);

const erro = (code: number, description: string): Resposta => ({ status: code, corpo: { code, description } });
