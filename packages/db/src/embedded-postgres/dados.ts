import { randomBytes } from 'node:crypto';
import { chown, mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { executar } from './ambiente.ts';
import type { Lugar } from './lugar.ts';

const LOCALE = ['-E', 'UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'];
const REDE = ['-c', 'listen_addresses=127.0.0.1', '-c', 'unix_socket_directories='];

/** Makes the data folder where there is none, and returns the server's password. */
export async function prepararDados({ base, dados, dono, comoDono }: Lugar, bin: string): Promise<string> {
  const arquivoDaSenha = join(base, 'senha');
  if (await stat(join(dados, 'PG_VERSION')).catch(() => undefined))
    return (await readFile(arquivoDaSenha, 'utf8')).trim();

  const senha = randomBytes(18).toString('base64url');
  const rascunho = join(base, 'postgres.novo'); // initdb killed half way leaves a folder that looks whole
  await rm(rascunho, { recursive: true, force: true });
  await rm(arquivoDaSenha, { force: true }); // an existing file would keep its mode and its owner
  await mkdir(rascunho, { mode: 0o700 });
  await writeFile(arquivoDaSenha, `${senha}\n`, { mode: 0o600 });
  if (dono) for (const caminho of [rascunho, arquivoDaSenha]) await chown(caminho, dono.uid, dono.gid);

  const acesso = ['-D', rascunho, '-U', 'entrada', '-A', 'scram-sha-256', `--pwfile=${arquivoDaSenha}`];
  await executar(join(bin, 'initdb'), [...acesso, ...LOCALE, ...REDE], comoDono).catch((cause: Error) => {
    const semNome = cause.message.includes('could not look up effective user ID');
    throw new Error(
      semNome ? 'this user id has no name in /etc/passwd, which initdb needs: set DATABASE_URL' : 'initdb failed',
      { cause },
    );
  });
  await rename(rascunho, dados);
  return senha;
}
