import { execFile } from 'node:child_process';
import { chownSync, readdirSync, readFileSync, readlinkSync, statSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { conectar, startEmbeddedPostgres } from '@entrada/db';

export interface ServidorPg {
  /** Of the superuser, in the database `entrada`. */
  url: string;
  dados: string;
  /** As after a crash: connections are cut, and it recovers from its log. On the same port. */
  reiniciar(): Promise<void>;
  /** It and all its processes hang; connections stay open. */
  congelar(): void;
  descongelar(): void;
  /** Its data is gone, with all that it had; what `repor` puts into the folder is started, on the same port. */
  perder(repor: (dados: string) => Promise<void>): Promise<void>;
  parar(): Promise<void>;
}

const executar = promisify(execFile);
const BANCO = 'entrada';

/** A server of the drill's own that waits for the disk, as a real one does. Needs /proc. */
export async function subirServidorPg(pasta: string): Promise<ServidorPg> {
  const parametros = { max_connections: '200', archive_mode: 'on' }; // nothing is archived before it is told where to
  const embutido = await startEmbeddedPostgres(pasta, { parametros });
  const { dados } = embutido;
  const { uid, gid } = statSync(dados);
  const bin = dirname(readlinkSync(`/proc/${pidDo(dados)}/exe`));
  const servidor = conectar(embutido.url, { max: 1 });
  await servidor.unsafe(`create database ${BANCO}`);
  await servidor.end();
  const url = new URL(embutido.url);
  url.pathname = `/${BANCO}`;
  const pgCtl = async (args: readonly string[]): Promise<void> => {
    const comoDono = process.getuid?.() === 0 ? { uid, gid } : {};
    // Its log must not be the pipe of the process that starts it, or that would wait for the server's end.
    const fixos = ['-D', dados, '-l', join(dados, 'servidor.log'), '-w', '-t', '60'];
    const opcoes = { ...comoDono, cwd: '/', env: { LC_ALL: 'C', PATH: '/usr/bin:/bin' } };
    await executar(join(bin, 'pg_ctl'), [...fixos, ...args], opcoes).catch((cause: unknown) => {
      throw new Error(`pg_ctl ${args.join(' ')}: ${readFileSync(join(dados, 'servidor.log'), 'utf8').slice(-2_000)}`, {
        cause,
      });
    });
  };
  let parados: number[] = [];
  return {
    url: url.href,
    dados,
    reiniciar: () => pgCtl(['-m', 'immediate', 'restart']),
    perder: async (repor) => {
      const opcoes = readFileSync(join(dados, 'postmaster.opts'));
      await pgCtl(['-m', 'immediate', 'stop']);
      await rm(dados, { recursive: true });
      await repor(dados);
      writeFileSync(join(dados, 'postmaster.opts'), opcoes);
      chownSync(join(dados, 'postmaster.opts'), uid, gid);
      await pgCtl(['restart']); // starts one that is not running, as it was started before
    },
    congelar: () => {
      const chefe = pidDo(dados);
      sinalizar([chefe], 'SIGSTOP'); // first, or it would go on and start others
      parados = [...filhosDe(chefe), chefe];
      sinalizar(parados, 'SIGSTOP');
    },
    descongelar: () => {
      sinalizar(parados, 'SIGCONT');
      parados = [];
    },
    parar: () => {
      sinalizar(parados, 'SIGCONT');
      return embutido.parar();
    },
  };
}

const pidDo = (dados: string): number => Number(readFileSync(join(dados, 'postmaster.pid'), 'utf8').split('\n')[0]);

function filhosDe(pid: number): number[] {
  return readdirSync('/proc')
    .filter((nome) => /^\d+$/.test(nome))
    .map(Number)
    .filter((candidato) => paiDe(candidato) === pid);
}

function paiDe(pid: number): number {
  try {
    return Number(/\) \S (\d+)/.exec(readFileSync(`/proc/${pid}/stat`, 'utf8'))?.[1] ?? 0);
  } catch {
    return 0; // it ended meanwhile
  }
}

function sinalizar(pids: readonly number[], sinal: NodeJS.Signals): void {
  for (const pid of pids) {
    try {
      process.kill(pid, sinal);
    } catch {
      // it ended meanwhile
    }
  }
}
