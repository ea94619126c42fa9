import { type Config, ConfigError, ehScrypt, type UsuarioDoConsole } from '@entrada/runtime';

/** @throws ConfigError where nobody could enter, or a password is not what `entrada password` prints */
export function exigirUsuarios({ consoleUsuarios, consoleChave }: Config): {
  usuarios: readonly UsuarioDoConsole[];
  chave: string;
} {
  const erros = consoleUsuarios
    .filter((u) => !ehScrypt(u.scrypt))
    .map((u) => `CONSOLE_USUARIOS: the hash of ${u.nome} is not what \`entrada password\` prints`);
  if (consoleUsuarios.length === 0)
    erros.push('CONSOLE_USUARIOS is missing: name a user as name:operador:hash, the hash from `entrada password`');
  if (consoleChave === null)
    erros.push('CONSOLE_CHAVE is missing: sessions are signed with it, for instance from `openssl rand -base64 32`');
  if (consoleChave === null || erros.length > 0) throw new ConfigError(erros);
  return { usuarios: consoleUsuarios, chave: consoleChave };
}
