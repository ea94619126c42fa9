import { execFile } from 'node:child_process';
import { readdirSync, readFileSync, readlinkSync, statSync } from 'node:fs';
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
  parar(): Promise<void>;
}

const executar = promisify(execFile);
const BANCO = 'entrada';

/** A server of the drill's own that waits for the disk, as a real one does. Needs /proc. */
export async function subirServidorPg(pasta: string): Promise<ServidorPg> {
  const embutido = await startEmbeddedPostgres(pasta, { parametros: { max_connections: '200' } });
  const { dados } = embutido;
  const { uid, gid } = statSync(dados);
  const bin = dirname(readlinkSync(`/proc/${pidDo(dados)}/exe`));
  const servidor = conectar(embutido.url, { max: 1 });
  await servidor.unsafe(`create database ${BANCO}`);
  await servidor.end();
  const url = new URL(embutido.url);
  url.pathname = `/${BANCO}`;
  let parados: number[] = [];
  return {
    url: url.href,
    dados,
    reiniciar: async () => {
      const comoDono = process.getuid?.() === 0 ? { uid, gid } : {};
      // Its log must not be the pipe of the process that starts it, or that would wait for the server's end.
      const args = ['-D', dados, '-l', join(dados, 'servidor.log'), '-m', 'immediate', '-w', '-t', '60', 'restart'];
      await executar(join(bin, 'pg_ctl'), args, { ...comoDono, cwd: '/', env: { LC_ALL: 'C', PATH: '/usr/bin:/bin' } });
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
