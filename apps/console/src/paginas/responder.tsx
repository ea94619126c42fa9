import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Child, Moldura } from './moldura.tsx';

/** Whether the answer is for a person who opened an address or sent a form, and not for a program. */
export const querPagina = (req: FastifyRequest): boolean => (req.headers.accept ?? '').includes('text/html');

export function responder(
  req: FastifyRequest,
  reply: FastifyReply,
  codigo: number,
  titulo: string,
  conteudo: Child,
): FastifyReply {
  const pagina = (
    <Moldura titulo={titulo} usuario={req.usuario} caminho={req.url.split('?')[0] ?? ''}>
      {conteudo}
    </Moldura>
  );
  return reply
    .code(codigo)
    .type('text/html; charset=utf-8')
    .send(`<!doctype html>${String(pagina)}`);
}

/**
 * A refusal, as a page or in the form in which Bull Board shows the errors of its API: it looks the key up among its
 * translations and shows it as it is where there is none.
 */
export function recusar(req: FastifyRequest, reply: FastifyReply, codigo: number, motivo: string): FastifyReply {
  const titulo = TITULOS[codigo] ?? 'Erro';
  if (querPagina(req)) return responder(req, reply, codigo, titulo, <p role="alert">{motivo}</p>);
  return reply.code(codigo).send({ error: { key: titulo }, message: motivo });
}

const TITULOS: Readonly<Record<number, string>> = {
  400: 'Pedido inválido',
  401: 'É preciso entrar',
  403: 'Não permitido',
  404: 'Não encontrado',
  429: 'Muitas tentativas',
  503: 'Indisponível no momento',
};
