import { conferirSenha, type UsuarioDoConsole } from '@entrada/runtime';
import pLimit from 'p-limit';

/** Each takes 64 MiB and a thread of the few that also serve files and names. */
const SIMULTANEAS = 2;
/** Some seconds of work; who comes later had better come again. */
const MAX_NA_FILA = 20;

export type Conferencia = (nome: string, senha: string) => Promise<UsuarioDoConsole | null | 'ocupado'>;

/**
 * Checks names and passwords. A name that nobody has costs as much as a wrong password: it is checked against some
 * user's, and the answer is thrown away.
 */
export function criarConferencia(usuarios: readonly UsuarioDoConsole[]): Conferencia {
  const limite = pLimit(SIMULTANEAS);
  return async (nome, senha) => {
    const usuario = usuarios.find((u) => u.nome === nome) ?? null;
    const guardada = (usuario ?? usuarios[0])?.scrypt ?? '';
    if (limite.pendingCount >= MAX_NA_FILA) return 'ocupado';
    const certa = await limite(() => conferirSenha(senha, guardada));
    return certa ? usuario : null;
  };
}
