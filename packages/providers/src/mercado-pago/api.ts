import { type Aberta, criarPerguntas, type Perguntar } from '../api/abrir.ts';
import type { Limites } from '../api/buscar.ts';
import type { ClienteDaApi, Falha, PedidoDaApi, RespostaDoPedido } from '../api/contrato.ts';
import { ehObjeto, type Objeto } from '../corpo.ts';
import type { AcessoDaApi } from '../dialeto.ts';
import { lerId } from '../ids.ts';
import { haMais, listar } from './listar.ts';
import { lerOrdem, lerOrdemDoComercio, lerReferencia } from './ordem.ts';
import { lerPagamento, lerPedidoDosPagamentos, type Pagamento } from './pagamento.ts';
import { lerRecurso } from './recurso.ts';

const POR_PAGINA = 50;
/** Of the payments of one order: beyond it something is wrong, and the read says so. */
const MAX_PAGINAS = 10;

/** Reads `{API_URL}`, which is https://api.mercadopago.com. Whatever is asked for, the answer is about the shop's order. */
export function criarApiDoMercadoPago(acesso: AcessoDaApi, limites: Partial<Limites> = {}): ClienteDaApi {
  const perguntar = criarPerguntas(acesso, limites);
  const comSinal =
    (sinal: AbortSignal | undefined): Perguntar =>
    (pergunta) =>
      perguntar(pergunta, sinal);
  return {
    lerPedido: (recurso_id, sinal) => lerDoRecurso(comSinal(sinal), recurso_id),
    listar: ({ desde, pagina }, sinal) => {
      const p = comSinal(sinal);
      return listar(p, { desde, pagina }, (pagamento) => lerDoPagamento(p, pagamento));
    },
  };
}

async function lerDoRecurso(perguntar: Perguntar, recurso_id: string): Promise<RespostaDoPedido> {
  const recurso = lerRecurso(recurso_id);
  if (recurso === null) return lerDaReferencia(perguntar, recurso_id, []);
  switch (recurso.especie) {
    case 'payment':
      return comObjeto(perguntar, `/v1/payments/${recurso.id}`, (r, o) => doPagamento(perguntar, r, o));
    case 'order':
      return comObjeto(perguntar, `/v1/orders/${recurso.id}`, async (r, o) => {
        const leitura = lerOrdem(o, r.agoraDaLoja?.getTime() ?? null);
        return 'motivo' in leitura ? r.recusar(leitura.motivo, false) : lido(lerReferencia(o) ?? recurso_id, leitura);
      });
    case 'merchant_order':
      return comObjeto(perguntar, `/merchant_orders/${recurso.id}`, (r, o) =>
        daOrdemDoComercio(perguntar, recurso_id, r, o),
      );
    case 'chargeback':
      return comObjeto(perguntar, `/v1/chargebacks/${recurso.id}`, async (r, o) => {
        const [pagamento = o.payment_id] = Array.isArray(o.payments) ? o.payments : [];
        const id = lerId(pagamento, 'payment_id');
        return 'quarentena' in id ? r.recusar(id.quarentena, false) : lerDoRecurso(perguntar, `payment:${id.id}`);
      });
  }
}

async function comObjeto(
  perguntar: Perguntar,
  caminho: string,
  ler: (resposta: Aberta, objeto: Objeto) => Promise<RespostaDoPedido>,
): Promise<RespostaDoPedido> {
  const resposta = await perguntar({ caminho, parametros: {} });
  if (resposta.tipo !== 'aberta') return resposta.tipo === 'inexistente' ? { tipo: 'inexistente' } : resposta;
  return ehObjeto(resposta.valor)
    ? ler(resposta, resposta.valor)
    : resposta.recusar('the body is JSON, but not an object', true);
}

async function doPagamento(perguntar: Perguntar, resposta: Aberta, objeto: Objeto): Promise<RespostaDoPedido> {
  const pagamento = lerPagamento(objeto);
  return 'motivo' in pagamento ? resposta.recusar(pagamento.motivo, false) : lerDoPagamento(perguntar, pagamento);
}

/** Other payments may be for the same order. One without a reference is an order by itself. */
function lerDoPagamento(perguntar: Perguntar, pagamento: Pagamento): Promise<RespostaDoPedido> {
  return pagamento.referencia === null
    ? Promise.resolve(lido(`payment:${pagamento.id}`, lerPedidoDosPagamentos([pagamento])))
    : lerDaReferencia(perguntar, pagamento.referencia, [pagamento]);
}

/** A merchant order is known by its payments, once there are any. */
async function daOrdemDoComercio(
  perguntar: Perguntar,
  recurso_id: string,
  resposta: Aberta,
  objeto: Objeto,
): Promise<RespostaDoPedido> {
  const referencia = lerReferencia(objeto);
  const dosPagamentos = referencia === null ? null : await lerDaReferencia(perguntar, referencia, []);
  if (dosPagamentos !== null && dosPagamentos.tipo !== 'inexistente') return dosPagamentos;
  const leitura = lerOrdemDoComercio(objeto);
  return 'motivo' in leitura ? resposta.recusar(leitura.motivo, false) : lido(referencia ?? recurso_id, leitura);
}

/** @param frescos payments that were read by themselves: the search may not know their last change yet */
async function lerDaReferencia(
  perguntar: Perguntar,
  referencia: string,
  frescos: readonly Pagamento[],
): Promise<RespostaDoPedido> {
  const achados = await procurar(perguntar, referencia);
  if ('tipo' in achados) return achados;
  const porId = new Map([...achados, ...frescos].map((p) => [p.id, p]));
  const pagamentos = [...porId.values()].sort((a, b) => a.mudou_em - b.mudou_em);
  return pagamentos.length === 0 ? { tipo: 'inexistente' } : lido(referencia, lerPedidoDosPagamentos(pagamentos));
}

async function procurar(perguntar: Perguntar, external_reference: string): Promise<Pagamento[] | Falha> {
  const todos: Pagamento[] = [];
  for (let n = 0, lidos = 0; n < MAX_PAGINAS; n++) {
    const parametros = {
      external_reference,
      sort: 'date_last_updated',
      criteria: 'asc',
      limit: String(POR_PAGINA),
      offset: String(lidos),
    };
    const resposta = await perguntar({ caminho: '/v1/payments/search', parametros });
    if (resposta.tipo !== 'aberta') return resposta.tipo === 'inexistente' ? resposta.falha : resposta;
    const results: unknown = ehObjeto(resposta.valor) ? resposta.valor.results : undefined;
    if (!Array.isArray(results)) return resposta.recusar('results must be a list', true);
    for (const entrada of results) {
      const pagamento = lerPagamento(entrada);
      if ('motivo' in pagamento) return resposta.recusar(pagamento.motivo, false);
      // A search is no comparison.
      if (pagamento.referencia === external_reference) todos.push(pagamento);
    }
    lidos += results.length;
    if (results.length === 0 || !haMais(resposta.valor, lidos, results.length === POR_PAGINA)) return todos;
  }
  const motivo = `more than ${MAX_PAGINAS * POR_PAGINA} payments have one external_reference`;
  return { tipo: 'falha', transitoria: false, motivo, esperarMs: null };
}

const lido = (recurso_id: string, leitura: PedidoDaApi['leitura']): RespostaDoPedido => ({
  tipo: 'lido',
  pedido: { recurso_id, leitura },
});
