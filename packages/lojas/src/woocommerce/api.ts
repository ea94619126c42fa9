import type { LojaNaApi, PedidoNaLoja, Pergunta, Resposta } from '../contrato.ts';
import { escreverPedido } from './pedido.ts';

const MAX_POR_PAGINA = 100;

/** `GET /orders/<id>` and `GET /orders`, by page number; the key and its secret are user and password. */
export function responder({ caminho, consulta, cabecalhos }: Pergunta, loja: LojaNaApi): Resposta {
  const credencial = `Basic ${Buffer.from(loja.token ?? '').toString('base64')}`;
  if (loja.token !== null && cabecalhos.authorization !== credencial) return erro(401, 'woocommerce_rest_cannot_view');
  const id = /^\/orders\/(\d+)$/.exec(caminho)?.[1];
  if (id !== undefined) {
    const pedido = loja.pedidos.get(id);
    return pedido
      ? { status: 200, corpo: escreverPedido(pedido) }
      : erro(404, 'woocommerce_rest_shop_order_invalid_id');
  }
  return caminho === '/orders' ? listar(consulta, loja) : erro(404, 'rest_no_route');
}

/** No order of this shop is in the bin, which `any` leaves out. What changed in the second that is named is left out as well. */
function listar(consulta: URLSearchParams, loja: LojaNaApi): Resposta {
  const porPagina = Number(consulta.get('per_page') ?? 10);
  const pagina = Number(consulta.get('page') ?? 1);
  const depois = consulta.get('modified_after') ?? '1970-01-01T00:00:00';
  if (!(porPagina >= 1 && porPagina <= MAX_POR_PAGINA) || !(pagina >= 1)) return erro(400, 'rest_invalid_param');
  const desde = Date.parse(`${depois}${consulta.get('dates_are_gmt') === 'true' ? 'Z' : '-03:00'}`);
  const quantos = Math.min(porPagina, loja.pagina);
  const todos = [...loja.pedidos.values()]
    .filter((p) => consulta.get('status') !== 'trash' && segundo(p) > desde / 1000)
    .sort((a, b) => segundo(a) - segundo(b) || Number(a.id) - Number(b.id));
  if (consulta.get('orderby') !== 'modified' || consulta.get('order') !== 'asc') todos.reverse();
  const inicio = (pagina - 1) * quantos;
  return {
    status: 200,
    cabecalhos: {
      'x-wp-total': String(todos.length),
      'x-wp-totalpages': String(Math.ceil(todos.length / quantos)),
    },
    corpo: todos.slice(inicio, inicio + quantos).map(escreverPedido),
  };
}

const segundo = (p: PedidoNaLoja): number => Math.floor(p.updated_at / 1000);

const erro = (status: number, code: string): Resposta => ({ status, corpo: { code, message: '', data: { status } } });
