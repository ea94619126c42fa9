import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Sorteio } from '../sorteio.ts';
import type { LojaViva } from './loja-viva.ts';

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

/** Below `/:origem` the API of each store that has one, as its kind of store writes it. */
export function rotasDaApi(
  app: FastifyInstance,
  apis: ReadonlyMap<string, ApiDaLoja>,
  botoes: BotoesDaApi,
  sorteio: Sorteio,
): void {
  app.get<{ Params: { origem: string } }>('/:origem/*', (req, reply) => {
    const { origem } = req.params;
    const api = apis.get(origem);
    const responder = api?.loja.dialeto.responder;
    if (!api || !responder) return recusar(reply, 404, 'no such store');
    if (!botoes.ligada) return recusar(reply, 503, 'the API is turned off');
    if (sorteio.chance(botoes.falhas))
      return sorteio.chance(0.5)
        ? recusar(reply, 503, 'try again')
        : recusar(reply.header('retry-after', '1'), 429, 'slow down');
    const url = new URL(req.url, `http://${req.host}`);
    const { status, cabecalhos, corpo } = responder(
      { caminho: url.pathname.slice(origem.length + 1), consulta: url.searchParams, cabecalhos: req.headers },
      { pedidos: api.loja.pedidos, token: api.token, pagina: botoes.pagina, endereco: `${url.origin}/${origem}` },
    );
    return reply
      .code(status)
      .headers({ ...cabecalhos })
      .send(corpo);
  });
}

function recusar(reply: FastifyReply, codigo: number, error: string): FastifyReply {
  return reply.code(codigo).send({ error });
}
