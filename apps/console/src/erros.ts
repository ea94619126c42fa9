import type { Logger } from '@entrada/runtime';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { recusar } from './paginas/responder.tsx';

const MOTIVOS: Readonly<Record<number, string>> = {
  403: 'O formulário venceu ou não é deste console. Volte, recarregue a página e tente de novo.',
  413: 'O pedido é grande demais.',
  429: 'Muitas tentativas. Espere um minuto.',
};

/** What nobody answered before: bad requests with a reason of ours, everything else as our own fault, in the log. */
export function tratarErro(logger: Logger, erro: unknown, req: FastifyRequest, reply: FastifyReply): FastifyReply {
  const codigo = codigoDoErro(erro);
  if (codigo < 500) return recusar(req, reply, codigo, MOTIVOS[codigo] ?? 'O console não entendeu o pedido.');
  logger.error({ err: erro, rota: req.routeOptions.url }, 'request failed');
  return recusar(req, reply, codigo, 'O console não conseguiu responder. O erro está no log dele.');
}

function codigoDoErro(erro: unknown): number {
  if (!(erro instanceof Error)) return 500;
  if ('statusCode' in erro && typeof erro.statusCode === 'number' && erro.statusCode >= 400) return erro.statusCode;
  // SQLSTATE class 22: an address that Postgres cannot even compare, such as %00.
  return 'code' in erro && String(erro.code).startsWith('22') ? 400 : 500;
}
