import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from './porta.ts';
import { matarNoFim } from './processos.ts';
import { waitUntil } from './wait-until.ts';

export interface RedisDeTeste {
  url: string;
  /** Runs one command, such as `comando('CONFIG', 'SET', 'maxmemory', '1')`; returns the reply's first line, raw. */
  comando(...argumentos: string[]): Promise<string>;
  flushAll(): Promise<void>;
  /** Hangs: connections stay open and nothing answers. */
  congelar(): void;
  descongelar(): void;
  /** kill -9; without `persistente` the data is lost. */
  matar(): Promise<void>;
  /** Starts again on the same port. */
  subir(): Promise<void>;
  fechar(): Promise<void>;
}

export const haRedis = (): boolean => spawnSync('redis-server', ['--version'], { stdio: 'ignore' }).status === 0;

/** A Redis process of its own, to break. */
export async function redisDeTeste(opcoes: { persistente?: boolean } = {}): Promise<RedisDeTeste> {
  return subirRedis(opcoes);
}

export async function subirRedis({ persistente = false }: { persistente?: boolean } = {}): Promise<RedisDeTeste> {
  const pasta = await mkdtemp(join(tmpdir(), 'entrada-redis-'));
  const porta = await freePort();
  let processo = await iniciar(pasta, porta, persistente);
  const comando = (...argumentos: string[]) => pedir(porta, argumentos);

  async function matar(): Promise<void> {
    if (processo.exitCode !== null || processo.signalCode !== null) return;
    processo.kill('SIGKILL');
    await once(processo, 'exit');
  }

  return {
    url: `redis://127.0.0.1:${porta}`,
    comando,
    flushAll: async () => void (await comando('FLUSHALL')),
    congelar: () => void processo.kill('SIGSTOP'),
    descongelar: () => void processo.kill('SIGCONT'),
    matar,
    async subir() {
      processo = await iniciar(pasta, porta, persistente);
    },
    async fechar() {
      await matar();
      await rm(pasta, { recursive: true, force: true });
    },
  };
}

async function iniciar(pasta: string, porta: number, persistente: boolean) {
  const disco = persistente ? ['--appendonly', 'yes', '--appendfsync', 'always'] : ['--appendonly', 'no'];
  const argumentos = ['--port', String(porta), '--bind', '127.0.0.1', '--dir', pasta, '--save', '', ...disco];
  const processo = spawn('redis-server', argumentos, { stdio: 'ignore' });
  matarNoFim(processo, 'processo');
  await once(processo, 'spawn');
  await waitUntil(async () => {
    if (processo.exitCode !== null) throw new Error(`redis-server ended with ${processo.exitCode}`);
    return (await pedir(porta, ['PING'])) === '+PONG';
  });
  return processo;
}

/** Enough of the protocol to send one command without a client library. */
async function pedir(porta: number, argumentos: readonly string[]): Promise<string> {
  const socket = connect(porta, '127.0.0.1');
  try {
    await once(socket, 'connect');
    socket.write(`*${argumentos.length}\r\n${argumentos.map((a) => `$${Buffer.byteLength(a)}\r\n${a}\r\n`).join('')}`);
    const [dados] = await once(socket, 'data');
    return String(dados).split('\r\n')[0] ?? '';
  } finally {
    socket.destroy();
  }
}
