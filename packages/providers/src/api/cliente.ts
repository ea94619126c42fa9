import { lerCorpo, type Objeto } from '../corpo.ts';
import type { AcessoDaApi } from '../dialeto.ts';
import { cabeNoBanco } from '../ids.ts';
import { elementosDaLista } from '../json/elementos-da-lista.ts';
import { criarBusca, LIMITES, type Limites, type Resposta } from './buscar.ts';
import { lerDataHttp } from './cabecalhos-http.ts';
import type {
  ClienteDaApi,
  Falha,
  PedidoDaApi,
  PedidoIlegivel,
  RespostaDaLista,
  RespostaDoPedido,
} from './contrato.ts';
import { type FormaDaApi, lerPedidoDaApi } from './ler-pedido-da-api.ts';
import { trecho } from './trecho.ts';

/**
 * Reads an API of the house shape:
 * - `GET {API_URL}/orders/:id` answers one order;
 * - `GET {API_URL}/orders?updated_since=<ISO>&cursor=<opaque>` answers `{ orders: [...], next_cursor? }`.
 */
export function criarClienteDaApi(
  acesso: AcessoDaApi,
  forma: FormaDaApi,
  limites: Partial<Limites> = {},
): ClienteDaApi {
  const buscar = criarBusca(acesso, { ...LIMITES, ...limites });
  const abrir = (resposta: Aberta): Lido => abrirCorpo(resposta, acesso.apiToken);
  return {
    async lerPedido(recurso_id, sinal) {
      const resposta = await buscar(`/orders/${naUrl(recurso_id)}`, {}, sinal);
      if (resposta.tipo === 'inexistente') return { tipo: 'inexistente' };
      const lido = resposta.tipo === 'corpo' ? abrir(resposta) : resposta;
      return lido.tipo === 'falha' ? lido : pedidoLido(lido, recurso_id, forma);
    },
    async listar({ desde, pagina }, sinal) {
      const parametros = { updated_since: desde.toISOString(), ...(pagina === null ? {} : { cursor: pagina }) };
      const resposta = await buscar('/orders', parametros, sinal);
      if (resposta.tipo === 'inexistente') return resposta.falha;
      const lido = resposta.tipo === 'corpo' ? abrir(resposta) : resposta;
      return lido.tipo === 'falha' ? lido : listaLida(lido, forma);
    },
  };
}

type Aberta = Extract<Resposta, { tipo: 'corpo' }>;

/** An answer that is a JSON object, and how to complain about it. */
interface Aberto {
  tipo: 'aberto';
  objeto: Objeto;
  texto: string;
  agoraDaLoja: number | null;
  recusar(motivo: string, transitoria: boolean): Falha;
}
type Lido = Aberto | Falha;

/** A page of a proxy or of a shop under maintenance comes with 200 as well: that the answer is no JSON may pass. */
function abrirCorpo({ pergunta, corpo, cabecalhos }: Aberta, token: string | null): Lido {
  const recusar = (motivo: string, transitoria: boolean): Falha => ({
    tipo: 'falha',
    transitoria,
    motivo: `the answer to ${pergunta} is of no use: ${motivo}: ${trecho(corpo, token)}`,
    esperarMs: null,
  });
  const lido = lerCorpo(corpo);
  if ('quarentena' in lido) return recusar(lido.quarentena, true);
  return { tipo: 'aberto', ...lido, agoraDaLoja: lerDataHttp(cabecalhos.date), recusar };
}

function pedidoLido({ objeto, recusar }: Aberto, recurso_id: string, forma: FormaDaApi): RespostaDoPedido {
  const pedido = lerPedidoDaApi(objeto, forma);
  if ('motivo' in pedido) return recusar(pedido.motivo, false);
  if (pedido.recurso_id !== recurso_id) return recusar('it is another order', false);
  return { tipo: 'lido', pedido };
}

function listaLida({ objeto, texto, agoraDaLoja, recusar }: Aberto, forma: FormaDaApi): RespostaDaLista {
  const { orders, next_cursor } = objeto;
  if (!Array.isArray(orders)) return recusar('orders must be a list', true);
  const proxima = lerCursor(next_cursor);
  if (proxima === undefined) return recusar('next_cursor must be a string or null', true);
  const pedidos = orders.map((entrada: unknown) => lerPedidoDaApi(entrada, forma));
  const textos = pedidos.some((p) => 'motivo' in p) ? elementosDaLista(texto, 'orders') : [];
  return {
    tipo: 'lida',
    pedidos: pedidos.map((p, i): PedidoDaApi | PedidoIlegivel =>
      'motivo' in p ? { texto: textos[i] ?? '', motivo: p.motivo } : p,
    ),
    proxima,
    agoraDaLoja: agoraDaLoja === null ? null : new Date(agoraDaLoja),
  };
}

/** undefined where it is no token: to take that for the end would skip the orders behind it. */
function lerCursor(valor: unknown): string | null | undefined {
  if (valor === undefined || valor === null || valor === '') return null;
  if (typeof valor === 'number' && Number.isSafeInteger(valor)) return String(valor);
  return typeof valor === 'string' && cabeNoBanco(valor) ? valor : undefined;
}

/** One segment of a path, whatever the id: `..` would be a way up. */
const naUrl = (id: string): string =>
  encodeURIComponent(id).replace(/^\.{1,2}$/, (pontos) => '%2E'.repeat(pontos.length));
