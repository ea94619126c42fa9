import type { UsuarioDoConsole } from '@entrada/runtime';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { querPagina, recusar } from '../paginas/responder.tsx';
import { altera, vemDeFora } from './origem-da-requisicao.ts';
import { usuarioDaSessao } from './sessao.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Answers without a login. */
    publica?: true;
    /** The least role that may; by default a leitor may look and only an operador may change something. */
    papel?: UsuarioDoConsole['papel'];
  }
  interface FastifyRequest {
    usuario: UsuarioDoConsole | null;
  }
}

/**
 * The hook in front of every route, those of plugins and those that do not exist included: whatever does not say that it
 * is public needs a login, and whatever changes something needs an operador, unless it says otherwise.
 */
export function exigirAcesso(usuarios: readonly UsuarioDoConsole[]) {
  return async (req: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | undefined> => {
    const { publica, papel = altera(req) ? 'operador' : 'leitor' } = req.routeOptions.config;
    if (vemDeFora(req)) return recusar(req, reply, 403, 'Este pedido não veio das páginas do console.');
    req.usuario = usuarioDaSessao(usuarios, req.session);
    if (publica) return undefined;
    if (req.usuario === null) return mandarEntrar(req, reply);
    if (papel === 'operador' && req.usuario.papel !== 'operador')
      return recusar(req, reply, 403, 'Só um operador pode fazer isto; a sua conta é de leitor.');
    return undefined;
  };
}

/** Who opens a page is led to the login and back again; a program is told. */
function mandarEntrar(req: FastifyRequest, reply: FastifyReply): FastifyReply {
  if (!altera(req) && querPagina(req)) return reply.redirect(`/entrar?destino=${encodeURIComponent(req.url)}`, 303);
  return recusar(req, reply, 401, 'Entre no console primeiro.');
}
