import type { IncomingMessage, ServerResponse } from 'node:http';

interface PagamentoDuplo {
  id: number;
  external_reference?: string | null;
  date_last_updated: string;
  [campo: string]: unknown;
}

/** A Mercado Pago account as its API shows it, written from what is documented: search by date and reference, pages by offset. */
export interface ContaDupla {
  pagamentos: Map<number, PagamentoDuplo>;
  /** Other things, by their path. */
  outros: Map<string, unknown>;
  /** What the search does not know yet. */
  atrasados: Set<number>;
  /** Called before each answer to a search by date. */
  aoListar(): void;
  apressados: number;
  responder(res: ServerResponse, req: IncomingMessage): void;
}

export function contaDupla(token: string): ContaDupla {
  const conta: ContaDupla = {
    pagamentos: new Map(),
    outros: new Map(),
    atrasados: new Set(),
    aoListar: () => undefined,
    apressados: 0,
    responder(res, req) {
      const [codigo, corpo] = atender(conta, token, req);
      res.writeHead(codigo, codigo === 429 ? { 'retry-after': '0' } : {}).end(JSON.stringify(corpo));
    },
  };
  return conta;
}

function atender(conta: ContaDupla, token: string, req: IncomingMessage): [number, unknown] {
  if (req.headers.authorization !== `Bearer ${token}`) return [401, { message: 'invalid access token' }];
  if (conta.apressados > 0) {
    conta.apressados--;
    return [429, { message: 'too many requests' }];
  }
  const { pathname, searchParams } = new URL(req.url ?? '', 'http://mp.example');
  if (pathname === '/v1/payments/search') return procurar(conta, searchParams);
  const id = /^\/v1\/payments\/(\d+)$/.exec(pathname)?.[1];
  const achado = id === undefined ? conta.outros.get(pathname) : conta.pagamentos.get(Number(id));
  return achado === undefined ? [404, { message: 'not found', status: 404 }] : [200, achado];
}

function procurar(conta: ContaDupla, consulta: URLSearchParams): [number, unknown] {
  const referencia = consulta.get('external_reference');
  if (referencia === null) conta.aoListar();
  const limit = Number(consulta.get('limit') ?? '30');
  const offset = Number(consulta.get('offset') ?? '0');
  const desde = consulta.get('begin_date');
  if (desde !== null && (consulta.get('range') !== 'date_last_updated' || consulta.get('end_date') === null))
    return [400, { message: 'Date format must be yyyy-MM-dd' }];
  const sentido = consulta.get('criteria') === 'asc' ? 1 : -1;
  const todos = [...conta.pagamentos.values()]
    .filter((p) => !conta.atrasados.has(p.id))
    .filter((p) => referencia === null || String(p.external_reference ?? '').startsWith(referencia))
    .filter((p) => desde === null || !(Date.parse(p.date_last_updated) < Date.parse(desde)))
    .sort((a, b) => sentido * (Date.parse(a.date_last_updated) - Date.parse(b.date_last_updated) || a.id - b.id));
  return [200, { paging: { total: todos.length, limit, offset }, results: todos.slice(offset, offset + limit) }];
}
