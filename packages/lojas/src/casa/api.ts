import type { LojaNaApi, PedidoNaLoja, Pergunta, Resposta } from '../contrato.ts';

/**
 * The API of the house: `GET /orders/:id` and `GET /orders?updated_since=&cursor=`, oldest change first.
 * @param comSequencia whether an order tells the number of its last event
 */
export const responderComo =
  ({ comSequencia }: { comSequencia: boolean }) =>
  ({ caminho, consulta, cabecalhos }: Pergunta, loja: LojaNaApi): Resposta => {
    if (loja.token !== null && cabecalhos.authorization !== `Bearer ${loja.token}`)
      return recusar(401, 'the bearer token is not valid');
    const id = /^\/orders\/([^/]+)$/.exec(caminho)?.[1];
    if (id === undefined)
      return caminho === '/orders' ? listar(consulta, loja, comSequencia) : recusar(404, 'no such address');
    const pedido = loja.pedidos.get(decodeURIComponent(id));
    return pedido ? { status: 200, corpo: mostrar(pedido, comSequencia) } : recusar(404, 'no such order');
  };

function listar(consulta: URLSearchParams, { pedidos, pagina }: LojaNaApi, comSequencia: boolean): Resposta {
  const desde = Date.parse(consulta.get('updated_since') ?? '');
  const cursor = consulta.get('cursor');
  const depois = cursor === null ? null : lerCursor(cursor);
  if (Number.isNaN(desde)) return recusar(400, 'updated_since must be an instant');
  if (depois === undefined) return recusar(400, 'no such cursor');
  const todos = [...pedidos.values()].filter((p) => p.updated_at >= desde).sort(comparar);
  const restantes = depois === null ? todos : todos.filter((p) => comparar(p, depois) > 0);
  const desta = restantes.slice(0, pagina);
  const ultimo = restantes.length > desta.length ? desta.at(-1) : undefined;
  const orders = desta.map((p) => mostrar(p, comSequencia));
  return { status: 200, corpo: { orders, ...(ultimo ? { next_cursor: escreverCursor(ultimo) } : {}) } };
}

const recusar = (status: number, error: string): Resposta => ({ status, corpo: { error } });

const mostrar = (p: PedidoNaLoja, comSequencia: boolean) => ({
  id: p.id,
  status: p.status,
  ...(comSequencia ? { sequence: p.sequence } : {}),
  updated_at: new Date(p.updated_at).toISOString(),
  total_cents: p.total_cents,
  customer_email: p.customer_email,
});

type Lugar = Pick<PedidoNaLoja, 'updated_at' | 'id'>;

const comparar = (a: Lugar, b: Lugar): number =>
  a.updated_at - b.updated_at || (a.id < b.id ? -1 : Number(a.id > b.id));

const escreverCursor = ({ updated_at, id }: Lugar): string => Buffer.from(`${updated_at}/${id}`).toString('base64url');

function lerCursor(texto: string): Lugar | undefined {
  const partes = /^(\d+)\/(.+)$/s.exec(Buffer.from(texto, 'base64url').toString());
  return partes?.[2] === undefined ? undefined : { updated_at: Number(partes[1]), id: partes[2] };
}
