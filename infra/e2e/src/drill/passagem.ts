import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

/** How a passage behaves: connections are cut, answers come late, or what comes back is no HTTP. */
export type Modo = 'aberta' | 'fechada' | 'lixo' | { atrasoMs: number };

/** What came back through a passage of which each connection carries one request. */
interface Contagem {
  /** By status. */
  respostas: Record<number, number>;
  semResposta: number;
  /** 2xx, by destination. */
  reconhecidas: number[];
}

export interface Passagem {
  porta: number;
  contagem: Contagem;
  mudar(modo: Modo): void;
  fechar(): Promise<void>;
}

/** A balancer of connections, round robin, that knows nothing of health: stores get to feel every fault. */
export async function abrirPassagem(destinos: readonly number[]): Promise<Passagem> {
  const contagem: Contagem = { respostas: {}, semResposta: 0, reconhecidas: destinos.map(() => 0) };
  const abertos = new Set<Socket>();
  let modo: Modo = 'aberta';
  let vez = 0;
  const servidor = createServer((cliente) => {
    const destino = vez++ % destinos.length;
    abertos.add(cliente);
    let respondeu = false;
    cliente
      .on('error', () => undefined)
      .once('close', () => {
        abertos.delete(cliente);
        if (!respondeu) contagem.semResposta += 1;
      });
    if (modo === 'fechada') return void cliente.destroy();
    if (modo === 'lixo')
      return void cliente.once('data', () => cliente.end('\x00\xff nothing of this is HTTP\r\n\r\n'));
    const la = connect(destinos[destino]!, '127.0.0.1');
    la.on('error', () => cliente.destroy()).once('close', () => cliente.destroySoon());
    cliente.once('close', () => la.destroy());
    cliente.pipe(la);
    la.on('data', (parte: Buffer) => {
      if (!respondeu) anotar(contagem, destino, parte);
      respondeu = true;
      if (typeof modo === 'string') cliente.write(parte);
      else setTimeout(() => cliente.write(parte), modo.atrasoMs);
    });
  }).listen(0, '127.0.0.1');
  await once(servidor, 'listening');
  const endereco = servidor.address();
  if (endereco === null || typeof endereco === 'string') throw new Error('no port was given');
  return {
    porta: endereco.port,
    contagem,
    mudar: (novo) => {
      modo = novo;
      for (const aberto of abertos) aberto.destroy(); // connections that are kept alive would go on as before
    },
    fechar: async () => {
      servidor.close();
      for (const aberto of abertos) aberto.destroy();
    },
  };
}

function anotar({ respostas, reconhecidas }: Contagem, destino: number, parte: Buffer): void {
  const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(parte.toString('latin1'))?.[1] ?? 0);
  respostas[status] = (respostas[status] ?? 0) + 1;
  if (status >= 200 && status < 300) reconhecidas[destino] = (reconhecidas[destino] ?? 0) + 1;
}
