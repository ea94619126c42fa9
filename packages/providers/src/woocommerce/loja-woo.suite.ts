import type { IncomingMessage, ServerResponse } from 'node:http';

/** An order as a shop has it; the REST API shows it with the dates as text. */
interface PedidoWoo {
  id: number;
  status: string;
  /** Seconds since 1970. */
  modified: number;
  total?: string;
  [campo: string]: unknown;
}

/** A shop's REST API, written from what is documented: filters, pages and their headers, errors. */
export interface LojaWoo {
  pedidos: Map<number, PedidoWoo>;
  /** Some proxies take headers away that they do not know. */
  semCabecalhos: boolean;
  /** Called before each answer to a list: what changes while somebody pages. */
  aoListar(): void;
  responder(res: ServerResponse, req: IncomingMessage): void;
}

export function lojaWoo(token: string): LojaWoo {
  const loja: LojaWoo = {
    pedidos: new Map(),
    semCabecalhos: false,
    aoListar: () => undefined,
    responder(res, req) {
      const { codigo, corpo, cabecalhos = {} } = atender(loja, token, req);
      res.writeHead(codigo, { 'content-type': 'application/json', ...cabecalhos }).end(escreverComoPhp(corpo));
    },
  };
  return loja;
}

interface Resposta {
  codigo: number;
  corpo: unknown;
  cabecalhos?: Record<string, string>;
}
const recusar = (codigo: number, code: string): Resposta => ({ codigo, corpo: { code, data: { status: codigo } } });

function atender(loja: LojaWoo, token: string, req: IncomingMessage): Resposta {
  if (req.headers.authorization !== `Basic ${Buffer.from(token).toString('base64')}`)
    return recusar(401, 'woocommerce_rest_cannot_view');
  const { pathname, searchParams } = new URL(req.url ?? '', 'http://loja.example');
  const id = /^\/orders\/(\d+)$/.exec(pathname)?.[1];
  if (id !== undefined) {
    const pedido = loja.pedidos.get(Number(id));
    return pedido ? { codigo: 200, corpo: mostrar(pedido) } : recusar(404, 'woocommerce_rest_shop_order_invalid_id');
  }
  return pathname === '/orders' ? listar(loja, searchParams) : recusar(404, 'rest_no_route');
}

/** `any` leaves out what is in the bin, `modified_after` the moment that it names. */
function listar(loja: LojaWoo, consulta: URLSearchParams): Resposta {
  loja.aoListar();
  const porPagina = Number(consulta.get('per_page') ?? '10');
  if (!(porPagina >= 1 && porPagina <= 100)) return recusar(400, 'rest_invalid_param');
  const depois = consulta.get('modified_after') ?? '1970-01-01T00:00:00';
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/.test(depois)) return recusar(400, 'rest_invalid_param');
  // Without dates_are_gmt the shop takes it for its own time.
  const fuso = consulta.get('dates_are_gmt') === 'true' ? 'Z' : '-03:00';
  const desde = Date.parse(`${depois}${fuso}`) / 1000;
  const lixo = consulta.get('status') === 'trash';
  const sentido = consulta.get('order') === 'asc' ? 1 : -1;
  const todos = [...loja.pedidos.values()]
    .filter((p) => (p.status === 'trash') === lixo && p.modified > desde)
    .sort(
      (a, b) =>
        sentido * (consulta.get('orderby') === 'modified' ? a.modified - b.modified || a.id - b.id : a.id - b.id),
    );
  const inicio = (Number(consulta.get('page') ?? '1') - 1) * porPagina;
  const paginas = String(Math.ceil(todos.length / porPagina));
  const cabecalhos = loja.semCabecalhos ? {} : { 'X-WP-Total': String(todos.length), 'X-WP-TotalPages': paginas };
  return { codigo: 200, corpo: todos.slice(inicio, inicio + porPagina).map(mostrar), cabecalhos };
}

function mostrar({ modified, ...pedido }: PedidoWoo): object {
  return {
    currency: 'BRL',
    total: '10.00',
    billing: { email: '' },
    refunds: [],
    ...pedido,
    date_modified: new Date((modified - 3 * 3600) * 1000).toISOString().slice(0, 19),
    date_modified_gmt: new Date(modified * 1000).toISOString().slice(0, 19),
  };
}

/** Slashes and all that is beyond ASCII are escaped. */
const escreverComoPhp = (valor: unknown): string =>
  JSON.stringify(valor)
    .replaceAll('/', '\\/')
    .replace(/[^\0-\x7e]/g, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`);
