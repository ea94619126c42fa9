import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort, startProcess } from '@entrada/testing';
import { type Composicao, RAIZ } from './ler.ts';

/** A Redis with the command of compose and the file that it mounts. */
export async function subirRedis(composicao: Composicao) {
  const { command = [], volumes = [] } = composicao.redis ?? {};
  const dados = await mkdtemp(join(tmpdir(), 'entrada-compose-'));
  const porta = String(await freePort());
  const montado = new Map(volumes.map((v) => v.split(':')).map(([de = '', para = '']) => [para, join(RAIZ, de)]));
  const [comando = '', ...args] = command.map((c) => montado.get(c) ?? c);
  const aqui = ['--port', porta, '--bind', '127.0.0.1', '--dir', dados];
  const processo = startProcess({ command: comando, args: [...args, ...aqui] });
  await processo.esperarLinha(/Ready to accept connections/);
  return {
    endereco: `127.0.0.1:${porta}`,
    processo,
    fechar: async () => {
      processo.matar('SIGKILL');
      await processo.terminou;
      await rm(dados, { recursive: true, force: true });
    },
  };
}
