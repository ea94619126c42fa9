import type { Limites } from '../api/buscar.ts';
import type { ClienteDaApi, PedidoDaApi } from '../api/contrato.ts';
import { montarCliente, type Pagina } from '../api/montar-cliente.ts';
import { ehObjeto } from '../corpo.ts';
import type { AcessoDaApi } from '../dialeto.ts';
import { lerId } from '../ids.ts';
import type { Palavras } from '../palavras.ts';
import { lerPedido } from './interpretar.ts';

const POR_PAGINA = 100;

/**
 * A place in the list. Pages are counted from the last change that was seen, not from the beginning: orders that change while
 * we page move to the end, and would pull others over the edge of the page that we have read.
 */
interface Lugar {
  /** `any` is all but the bin, which is a list of its own. */
  lista: 'any' | 'trash';
  /** Seconds since 1970; what changed later is listed. */
  depois: number;
  pagina: number;
}

/** Reads `{API_URL}`, which is https://<the shop>/wp-json/wc/v3, oldest change first. */
export function criarApiDoWoocommerce(
  acesso: AcessoDaApi,
  palavras: Palavras,
  limites: Partial<Limites> = {},
): ClienteDaApi {
  return montarCliente(
    acesso,
    {
      // The token is key:secret, as WooCommerce shows them; over https it takes them as user and password.
      credencial: (token) => ({ authorization: `Basic ${Buffer.from(token).toString('base64')}` }),
      pedido: (id) => ({ caminho: `/orders/${id}`, parametros: {} }),
      campoDoPedido: null,
      lista: (desde, pagina) => ({ caminho: '/orders', parametros: parametrosDa(lerLugar(desde, pagina)) }),
      campoDaLista: null,
      ler: (entrada) => lerDaApi(entrada, palavras),
      proxima: seguinte,
    },
    limites,
  );
}

function lerDaApi(entrada: unknown, palavras: Palavras): PedidoDaApi | { motivo: string } {
  if (!ehObjeto(entrada)) return { motivo: 'the order must be an object' };
  const id = lerId(entrada.id, 'id');
  const lido = lerPedido(entrada, palavras);
  if ('quarentena' in id) return { motivo: id.quarentena };
  if (!('status' in lido)) return { motivo: 'invalido' in lido ? lido.invalido : 'the order says no state' };
  if (lido.occurredAt === null) return { motivo: 'date_modified_gmt is missing' };
  return { recurso_id: id.id, leitura: lido };
}

const parametrosDa = ({ lista, depois, pagina }: Lugar): Record<string, string> => ({
  status: lista,
  modified_after: new Date(depois * 1000).toISOString().slice(0, 19),
  dates_are_gmt: 'true',
  orderby: 'modified',
  order: 'asc',
  per_page: String(POR_PAGINA),
  page: String(pagina),
});

const escreverLugar = ({ lista, depois, pagina }: Lugar): string => `${lista}|${depois}|${pagina}`;

function lerLugar(desde: Date, texto: string | null): Lugar {
  const [, lista, depois, pagina] = /^(any|trash)\|(\d{1,12})\|(\d{1,9})$/.exec(texto ?? '') ?? [];
  return lista === undefined
    ? { lista: 'any', depois: umAntes(desde.getTime()), pagina: 1 }
    : { lista: lista === 'trash' ? 'trash' : 'any', depois: Number(depois), pagina: Number(pagina) };
}

/** `modified_after` leaves out the second that it names, and an order that shares it may still be to come. */
const umAntes = (ms: number): number => Math.max(Math.floor(ms / 1000) - 1, 0);

function seguinte({ desde, pagina, resposta, itens, pedidos }: Pagina): string | null {
  const lugar = lerLugar(desde, pagina);
  if (!haMais(resposta.cabecalhos['x-wp-totalpages'], lugar, itens))
    return lugar.lista === 'any'
      ? escreverLugar({ lista: 'trash', depois: umAntes(desde.getTime()), pagina: 1 })
      : null;
  const depois = umAntes(Math.max(0, ...pedidos.map((p) => p.leitura.occurredAt ?? 0)));
  // A whole page within one second: only then the pages are counted.
  return escreverLugar(
    depois > lugar.depois ? { ...lugar, depois, pagina: 1 } : { ...lugar, pagina: lugar.pagina + 1 },
  );
}

/** Proxies may take the header away: then a full page is followed by another one, which may be empty. */
function haMais(totalDePaginas: unknown, { pagina }: Lugar, itens: number): boolean {
  if (itens === 0) return false;
  return typeof totalDePaginas === 'string' && /^\d+$/.test(totalDePaginas)
    ? pagina < Number(totalDePaginas)
    : itens >= POR_PAGINA;
}
