import type { IncomingMessage, ServerResponse } from 'node:http';

type Objeto = Record<string, unknown> & { id: string };

/** A Stripe account as its API shows it, written from what is documented: lists newest first, cursors by id, limits. */
export interface ContaDupla {
  intencoes: Map<string, Objeto>;
  /** Of each payment intent. */
  reembolsos: Map<string, Objeto[]>;
  disputas: Map<string, Objeto[]>;
  /** Oldest first; the list shows them the other way round. */
  eventos: (Objeto & { type: string; created: number })[];
  /** The account's clock, in ms. */
  agora: number;
  /** How many of the next requests are answered 429. */
  apressados: number;
  responder(res: ServerResponse, req: IncomingMessage): void;
}

export function contaDupla(token: string): ContaDupla {
  const conta: ContaDupla = {
    intencoes: new Map(),
    reembolsos: new Map(),
    disputas: new Map(),
    eventos: [],
    agora: Date.UTC(2026, 2, 1, 13),
    apressados: 0,
    responder(res, req) {
      const { codigo, corpo, cabecalhos = {} } = atender(conta, token, req);
      res.writeHead(codigo, { date: new Date(conta.agora).toUTCString(), ...cabecalhos }).end(JSON.stringify(corpo));
    },
  };
  return conta;
}

interface Resposta {
  codigo: number;
  corpo: unknown;
  cabecalhos?: Record<string, string>;
}
const recusar = (codigo: number, message: string): Resposta => ({ codigo, corpo: { error: { message } } });

function atender(conta: ContaDupla, token: string, req: IncomingMessage): Resposta {
  if (req.headers.authorization !== `Bearer ${token}`) return recusar(401, 'Invalid API Key provided');
  if (conta.apressados > 0) {
    conta.apressados--;
    return { ...recusar(429, 'Request rate limit exceeded'), cabecalhos: { 'retry-after': '0' } };
  }
  const { pathname, searchParams } = new URL(req.url ?? '', 'http://stripe.example');
  const id = /^\/payment_intents\/(\w+)$/.exec(pathname)?.[1];
  if (id !== undefined) return umaIntencao(conta, id, searchParams);
  const doPagamento = searchParams.get('payment_intent') ?? '';
  if (pathname === '/refunds') return lista(conta.reembolsos.get(doPagamento) ?? [], searchParams);
  if (pathname === '/disputes') return lista(conta.disputas.get(doPagamento) ?? [], searchParams);
  if (pathname === '/events') return listaDeEventos(conta, searchParams);
  return recusar(404, 'Unrecognized request URL');
}

/** `latest_charge` is an id unless it is asked for as a whole. */
function umaIntencao(conta: ContaDupla, id: string, consulta: URLSearchParams): Resposta {
  const intencao = conta.intencoes.get(id);
  if (!intencao) return recusar(404, `No such payment_intent: '${id}'`);
  const { latest_charge } = intencao as { latest_charge?: Objeto | null };
  const inteira = consulta.getAll('expand[]').includes('latest_charge');
  return { codigo: 200, corpo: { ...intencao, latest_charge: inteira ? latest_charge : (latest_charge?.id ?? null) } };
}

function listaDeEventos(conta: ContaDupla, consulta: URLSearchParams): Resposta {
  const tipos = consulta.getAll('types[]');
  if (tipos.length > 20) return recusar(400, 'Invalid array: too many values');
  const desde = Number(consulta.get('created[gte]'));
  return lista(
    conta.eventos.filter((e) => e.created >= desde && tipos.includes(e.type)),
    consulta,
  );
}

function lista(antigosPrimeiro: readonly Objeto[], consulta: URLSearchParams): Resposta {
  const limite = Number(consulta.get('limit') ?? '10');
  if (!(limite >= 1 && limite <= 100)) return recusar(400, 'Invalid integer: limit');
  const todos = antigosPrimeiro.toReversed();
  const depois = consulta.get('starting_after');
  const inicio = depois === null ? 0 : todos.findIndex((e) => e.id === depois) + 1;
  if (depois !== null && inicio === 0) return recusar(400, `No such object: '${depois}'`);
  const data = todos.slice(inicio, inicio + limite);
  return { codigo: 200, corpo: { object: 'list', data, has_more: inicio + limite < todos.length } };
}
