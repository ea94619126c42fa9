import type { LojaNaApi, Pergunta, Resposta } from '../contrato.ts';
import { escreverPagamentos } from './pagamentos.ts';

/** `GET /v1/payments/<id>`, and the search by the shop's reference or by the last change. */
export function responder({ caminho, consulta, cabecalhos }: Pergunta, loja: LojaNaApi): Resposta {
  if (loja.token !== null && cabecalhos.authorization !== `Bearer ${loja.token}`)
    return { status: 401, corpo: { message: 'invalid access token', status: 401 } };
  if (caminho === '/v1/payments/search') return procurar(consulta, loja);
  const [, id] = /^\/v1\/payments\/\d(\d+)$/.exec(caminho) ?? [];
  const pedido = loja.pedidos.get(id ?? '');
  const pagamento = pedido && escreverPagamentos(pedido).find((p) => caminho.endsWith(`/${p.id}`));
  return pagamento
    ? { status: 200, corpo: pagamento }
    : { status: 404, corpo: { message: 'Payment not found', status: 404 } };
}

function procurar(consulta: URLSearchParams, loja: LojaNaApi): Resposta {
  const referencia = consulta.get('external_reference');
  const desde = consulta.get('begin_date');
  if (desde !== null && (consulta.get('range') !== 'date_last_updated' || !consulta.has('end_date')))
    return { status: 400, corpo: { message: 'Invalid range', status: 400 } };
  const limit = Math.min(Number(consulta.get('limit') ?? 30), loja.pagina);
  const offset = Number(consulta.get('offset') ?? 0);
  const pedidos = [...loja.pedidos.values()]
    .filter((p) => referencia === null || p.id === referencia)
    .filter((p) => desde === null || p.updated_at >= Date.parse(desde))
    .sort((a, b) => a.updated_at - b.updated_at || (a.id < b.id ? -1 : 1));
  if (consulta.get('sort') !== 'date_last_updated' || consulta.get('criteria') !== 'asc') pedidos.reverse();
  const todos = pedidos.flatMap(escreverPagamentos);
  const paging = { total: todos.length, limit, offset };
  return { status: 200, corpo: { paging, results: todos.slice(offset, offset + limit) } };
}
