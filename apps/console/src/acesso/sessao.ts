import { createHash } from 'node:crypto';
import { apagarSessao, buscarSessao, gravarSessao, type Sql } from '@entrada/db';
import type { UsuarioDoConsole } from '@entrada/runtime';
import type { SessionStore } from '@fastify/session';
import type { FastifyRequest, Session } from 'fastify';

declare module 'fastify' {
  interface Session {
    usuario?: string;
    /** Fingerprint of the password that was right at the login. */
    senha?: string;
  }
}

/** A working day. Not prolonged by use: a forgotten tab polls for ever. */
export const DURACAO_MS = 12 * 60 * 60 * 1000;

/** Sessions in Postgres: they survive a restart, any console answers them, and deleting a row ends one. */
export function criarArmazem(sql: Sql, duracaoMs = DURACAO_MS): SessionStore {
  return {
    get: (id, feito) => {
      buscarSessao(sql, resumo(id)).then((dados) => feito(null, comoSessao(dados)), feito);
    },
    set: (id, sessao, feito) => {
      gravarSessao(sql, { id: resumo(id), dados: sessao, duracaoMs }).then(() => feito(), feito);
    },
    destroy: (id, feito) => {
      apagarSessao(sql, resumo(id)).then(() => feito(), feito);
    },
  };
}

export async function abrirSessao(req: FastifyRequest, usuario: UsuarioDoConsole): Promise<void> {
  await req.session.regenerate(); // an id that somebody planted before the login is worth nothing after it
  req.session.usuario = usuario.nome;
  req.session.senha = resumo(usuario.scrypt);
}

/** The configuration decides at every request: who was removed from it, or got another password, is out. */
export function usuarioDaSessao(
  usuarios: readonly UsuarioDoConsole[],
  sessao: Session | null,
): UsuarioDoConsole | null {
  const usuario = usuarios.find((u) => u.nome === sessao?.usuario);
  return usuario && sessao?.senha === resumo(usuario.scrypt) ? usuario : null;
}

const resumo = (texto: string): string => createHash('sha256').update(texto).digest('hex');

/** We wrote it, and nobody else has write access: only its outline is checked. */
function comoSessao(dados: unknown): Session | null {
  return dados !== null && typeof dados === 'object' && 'cookie' in dados ? (dados as Session) : null;
}
