import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Sorteio } from '../sorteio.ts';
import type { LojaViva, PedidoVivo } from './loja-viva.ts';

export interface ApiDaLoja {
  loja: LojaViva;
  /** null: everybody may read. */
  token: string | null;
}

/** What can be turned while it runs. */
export interface BotoesDaApi {
  ligada: boolean;
  /** Orders on a page. */
  pagina: number;
  /** Part of the requests that is answered 503 or 429. */
  falhas: number;
}

/**
 * Below `/:origem` the API of each store: its own where it has one, else `GET /orders/:id` and
 * `GET /orders?updated_since=&cursor=`, oldest change first.
 */
export function rotasDaApi(
  app: FastifyInstance,
  apis: ReadonlyMap<string, ApiDaLoja>,
  botoes: BotoesDaApi,
  sorteio: Sorteio,
): void {
  const receber = (origem: string, reply: FastifyReply): ApiDaLoja | null => {
    const api = apis.get(origem);
    if (!api) return recusar(reply, 404, 'no such store');
    if (!botoes.ligada) return recusar(reply, 503, 'the API is turned off');
    if (sorteio.chance(botoes.falhas))
      return sorteio.chance(0.5)
        ? recusar(reply, 503, 'try again')
        : recusar(reply.header('retry-after', '1'), 429, 'slow down');
    return api;
  };
  const entrar = (req: FastifyRequest<{ Params: { origem: string } }>, reply: FastifyReply): LojaViva | null => {
    const api = receber(req.params.origem, reply);
    if (api === null) return null;
    if (!autorizado(req.headers.authorization, api.token)) return recusar(reply, 401, 'the bearer token is not valid');
    return api.loja;
  };
  rotasProprias(app, apis, botoes, receber);

  app.get<{ Params: { origem: string; id: string } }>('/:origem/orders/:id', (req, reply) => {
    const loja = entrar(req, reply);
    if (loja === null) return reply;
    const pedido = loja.pedidos.get(req.params.id);
    if (!pedido) return reply.code(404).send({ error: 'no such order' });
    return reply.send(mostrar(loja, pedido));
  });

  app.get<{ Params: { origem: string }; Querystring: { updated_since?: string; cursor?: string } }>(
    '/:origem/orders',
    (req, reply) => {
      const loja = entrar(req, reply);
      if (loja === null) return reply;
      const { updated_since = '', cursor } = req.query;
      const desde = Date.parse(updated_since);
      const depois = cursor === undefined ? null : lerCursor(cursor);
      if (Number.isNaN(desde)) return reply.code(400).send({ error: 'updated_since must be an instant' });
      if (depois === undefined) return reply.code(400).send({ error: 'no such cursor' });
      const todos = [...loja.pedidos.values()].filter((p) => p.updated_at >= desde).sort(comparar);
      const restantes = depois === null ? todos : todos.filter((p) => comparar(p, depois) > 0);
      const orders = restantes.slice(0, botoes.pagina);
      const ultimo = restantes.length > orders.length ? orders.at(-1) : undefined;
      return reply.send({
        orders: orders.map((p) => mostrar(loja, p)),
        ...(ultimo ? { next_cursor: escreverCursor(ultimo) } : {}),
      });
    },
  );
}

/** Stores that have an API of their own: whatever is asked below their address. */
function rotasProprias(
  app: FastifyInstance,
  apis: ReadonlyMap<string, ApiDaLoja>,
  botoes: BotoesDaApi,
  receber: (origem: string, reply: FastifyReply) => ApiDaLoja | null,
): void {
  for (const [origem, { loja, token }] of apis) {
    const { responder } = loja.dialeto;
    if (!responder) continue;
    app.get(`/${origem}/*`, (req, reply) => {
      if (receber(origem, reply) === null) return reply;
      const url = new URL(req.url, `http://${req.host}`);
      const caminho = url.pathname.slice(origem.length + 1);
      const endereco = `${url.origin}/${origem}`;
      const { status, cabecalhos, corpo } = responder(
        { caminho, consulta: url.searchParams, cabecalhos: req.headers },
        { pedidos: loja.pedidos, token, pagina: botoes.pagina, endereco },
      );
      return reply
        .code(status)
        .headers({ ...cabecalhos })
        .send(corpo);
    });
  }
}

function recusar(reply: FastifyReply, codigo: number, error: string): null {
  void reply.code(codigo).send({ error });
  return null;
}

const mostrar = ({ dialeto }: LojaViva, p: PedidoVivo) => ({
  id: p.id,
  status: p.status,
  ...(dialeto.temSequencia ? { sequence: p.sequence } : {}),
  updated_at: new Date(p.updated_at).toISOString(),
  total_cents: p.total_cents,
  customer_email: p.customer_email,
});

type Lugar = Pick<PedidoVivo, 'updated_at' | 'id'>;

const comparar = (a: Lugar, b: Lugar): number =>
  a.updated_at - b.updated_at || (a.id < b.id ? -1 : Number(a.id > b.id));

const escreverCursor = ({ updated_at, id }: Lugar): string => Buffer.from(`${updated_at}/${id}`).toString('base64url');

function lerCursor(texto: string): Lugar | undefined {
  const partes = /^(\d+)\/(.+)$/s.exec(Buffer.from(texto, 'base64url').toString());
  return partes?.[2] === undefined ? undefined : { updated_at: Number(partes[1]), id: partes[2] };
}

function autorizado(cabecalho: string | undefined, token: string | null): boolean {
  if (token === null) return true;
  const hash = (texto: string) => createHash('sha256').update(texto).digest();
  return timingSafeEqual(hash(cabecalho ?? ''), hash(`Bearer ${token}`));
}
