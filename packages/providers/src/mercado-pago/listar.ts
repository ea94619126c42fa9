import type { Perguntar } from '../api/abrir.ts';
import type { PedidoDaApi, PedidoIlegivel, RespostaDaLista, RespostaDoPedido } from '../api/contrato.ts';
import { ehObjeto } from '../corpo.ts';
import { elementosDaLista } from '../json/elementos-da-lista.ts';
import { lerPagamento, type Pagamento } from './pagamento.ts';

/** Each payment costs a question for the others of its order. */
const POR_PAGINA = 30;

/** Counted anew from the last change that was seen: payments that change meanwhile move to the end. */
interface Lugar {
  /** Milliseconds since the epoch, included. */
  desde: number;
  pulados: number;
}

/** The payments that changed since then, oldest change first, each as the order that it is for. */
export async function listar(
  perguntar: Perguntar,
  { desde, pagina }: { desde: Date; pagina: string | null },
  lerPedido: (pagamento: Pagamento) => Promise<RespostaDoPedido>,
): Promise<RespostaDaLista> {
  const lugar = lerLugar(desde, pagina);
  const parametros = {
    range: 'date_last_updated',
    begin_date: new Date(lugar.desde).toISOString(),
    end_date: 'NOW',
    sort: 'date_last_updated',
    criteria: 'asc',
    limit: String(POR_PAGINA),
    offset: String(lugar.pulados),
  };
  const resposta = await perguntar({ caminho: '/v1/payments/search', parametros });
  if (resposta.tipo !== 'aberta') return resposta.tipo === 'inexistente' ? resposta.falha : resposta;
  const { valor, texto, recusar, agoraDaLoja } = resposta;
  const results: unknown = ehObjeto(valor) ? valor.results : undefined;
  if (!Array.isArray(results)) return recusar('results must be a list', true);

  const lidos = results.map(lerPagamento);
  const textos = elementosDaLista(texto, 'results');
  const lista = lidos.flatMap((p, i): (PedidoDaApi | PedidoIlegivel)[] =>
    'motivo' in p ? [{ texto: textos[i] ?? '', motivo: p.motivo }] : [],
  );
  const porPedido = umPorPedido(lidos);
  const pedidos = await Promise.all(porPedido.map(([, pagamento]) => lerPedido(pagamento)));
  for (const [n, pedido] of pedidos.entries()) {
    if (pedido.tipo === 'falha' && pedido.transitoria) return pedido;
    if (pedido.tipo === 'falha') lista.push({ texto: textos[porPedido[n]?.[0] ?? -1] ?? '', motivo: pedido.motivo });
    if (pedido.tipo === 'lido') lista.push(pedido.pedido);
  }
  return {
    tipo: 'lida',
    pedidos: lista,
    proxima: seguinte(lugar, lidos, haMais(valor, lugar.pulados + lidos.length, lidos.length === POR_PAGINA)),
    agoraDaLoja,
  };
}

/**
 * Whether a search has more than what was read of it.
 * @param cheia whether the page holds as much as was asked for: what counts where the answer does not say how much there is
 */
export function haMais(resposta: unknown, lidos: number, cheia: boolean): boolean {
  const paging = ehObjeto(resposta) ? resposta.paging : undefined;
  return ehObjeto(paging) && typeof paging.total === 'number' ? lidos < paging.total : cheia;
}

/** The last payment of each order, with its place in the list. */
function umPorPedido(lidos: readonly (Pagamento | { motivo: string })[]): [number, Pagamento][] {
  const ultimos = new Map<string, [number, Pagamento]>();
  for (const [i, p] of lidos.entries()) if ('id' in p) ultimos.set(p.referencia ?? `payment:${p.id}`, [i, p]);
  return [...ultimos.values()];
}

function lerLugar(desde: Date, texto: string | null): Lugar {
  const [, ms, pulados] = /^(\d{1,14})\|(\d{1,9})$/.exec(texto ?? '') ?? [];
  return ms === undefined ? { desde: desde.getTime(), pulados: 0 } : { desde: Number(ms), pulados: Number(pulados) };
}

function seguinte(lugar: Lugar, lidos: readonly (Pagamento | { motivo: string })[], mais: boolean): string | null {
  if (!mais) return null;
  const ultimo = Math.max(lugar.desde, ...lidos.flatMap((p) => ('id' in p ? [p.mudou_em] : [])));
  // A whole page within one moment: only then entries are passed over.
  return ultimo > lugar.desde ? `${ultimo}|0` : `${lugar.desde}|${lugar.pulados + lidos.length}`;
}
