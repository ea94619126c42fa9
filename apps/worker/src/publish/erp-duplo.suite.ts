import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Webhook } from 'standardwebhooks';

/** One request whose signature, headers and body are in order. */
interface Chegada {
  chave: string;
  corpo: string;
  pedido: string;
  /** Of all requests with this key, from 1. */
  vez: number;
}

/** What the double does with a request: answers, or misbehaves. */
export interface Reacao {
  status?: number;
  cabecalhos?: Record<string, string>;
  corpo?: string;
  atrasoMs?: number;
  /** Nothing is answered; the connection is reset; something is answered that is not HTTP; a 200 whose body never ends. */
  falha?: 'calar' | 'derrubar' | 'lixo' | 'sem_fim';
  /** Whether it keeps the effect; by default it does where it answers 2xx. */
  aceitar?: boolean;
}

export interface ErpDuplo {
  url: string;
  chegadas: Chegada[];
  /** What it kept: the body of each key, in the order in which the keys were accepted first. */
  aceitos: Map<string, string>;
  /** Whatever an honest publisher never does: a bad signature, one key with two bodies, an effect after its successor. */
  queixas: string[];
  conexoes(): number;
  reagir(fn: (chegada: Chegada) => Reacao): void;
  desligar(): Promise<void>;
  ligar(): Promise<void>;
}

/** An ERP that honours the Idempotency-Key, on a real socket. */
export async function subirErp(segredo: string): Promise<ErpDuplo> {
  const verificador = segredo.startsWith('whsec_')
    ? new Webhook(segredo)
    : new Webhook(new TextEncoder().encode(segredo), { format: 'raw' });
  const chegadas: Chegada[] = [];
  const aceitos = new Map<string, string>();
  const queixas: string[] = [];
  const ultimoDe = new Map<string, number>();
  let reacao: (chegada: Chegada) => Reacao = () => ({});
  let conexoes = 0;

  const aceitar = ({ chave, corpo, pedido }: Chegada): void => {
    const ja = aceitos.get(chave);
    if (ja !== undefined && ja !== corpo) queixas.push(`${chave}: two bodies`);
    if (ja !== undefined) return;
    aceitos.set(chave, corpo);
    // The tests give every body the place of its birth within its order.
    const lugar = Number(/"lugar": (\d+)/.exec(corpo)?.[1] ?? 0);
    if (lugar < (ultimoDe.get(pedido) ?? 0)) queixas.push(`${chave}: after a later effect of its order`);
    ultimoDe.set(pedido, lugar);
  };

  const servidor = () =>
    createServer(async (req, res) => {
      const corpo = await lerTudo(req);
      const chegada = conferir(req, corpo, verificador);
      if (typeof chegada === 'string') {
        queixas.push(chegada);
        return void res.writeHead(401).end();
      }
      const completa = { ...chegada, vez: chegadas.filter((c) => c.chave === chegada.chave).length + 1 };
      chegadas.push(completa);
      const r = reacao(completa);
      if (r.atrasoMs) await new Promise((fim) => setTimeout(fim, r.atrasoMs));
      const status = r.status ?? 200;
      if (r.aceitar ?? (r.falha === undefined && status < 300)) aceitar(completa);
      responder(res, r, status);
    }).on('connection', () => {
      conexoes += 1;
    });

  let atual = servidor().listen(0, '127.0.0.1');
  await once(atual, 'listening');
  const { port } = atual.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/efeitos`,
    chegadas,
    aceitos,
    queixas,
    conexoes: () => conexoes,
    reagir: (fn) => {
      reacao = fn;
    },
    desligar: async () => {
      if (!atual.listening) return;
      atual.close();
      atual.closeAllConnections();
      await once(atual, 'close');
    },
    ligar: async () => {
      atual = servidor().listen(port, '127.0.0.1');
      await once(atual, 'listening');
    },
  };
}

async function lerTudo(req: IncomingMessage): Promise<string> {
  const partes: Buffer[] = [];
  for await (const parte of req) partes.push(parte);
  return Buffer.concat(partes).toString('utf8');
}

function responder(res: ServerResponse, r: Reacao, status: number): void {
  if (r.falha === 'calar') return;
  if (r.falha === 'derrubar') return void res.socket?.resetAndDestroy();
  if (r.falha === 'lixo') return void res.socket?.end('SSH-2.0-OpenSSH_9.2\r\n');
  res.writeHead(status, r.cabecalhos);
  if (r.falha === 'sem_fim') return void res.write('x'.repeat(100_000));
  res.end(r.corpo ?? '');
}

/** @returns the request, or what is wrong with it */
function conferir(req: IncomingMessage, corpo: string, verificador: Webhook): Omit<Chegada, 'vez'> | string {
  const cabecalhos = Object.fromEntries(Object.entries(req.headers).map(([n, v]) => [n, String(v)]));
  try {
    verificador.verify(corpo, cabecalhos);
  } catch (e) {
    return `signature: ${e}`;
  }
  const chave = cabecalhos['idempotency-key'] ?? '';
  const { origem, pedido_id, efeito, ocorrencia, criado_em } = JSON.parse(corpo);
  if (decodeURIComponent(chave) !== `${origem}:${pedido_id}:${efeito}:${ocorrencia}`)
    return `the key ${chave} is not the body's`;
  if (cabecalhos['webhook-id'] !== chave.replaceAll('.', '%2E')) return 'webhook-id is not the key';
  if (cabecalhos['content-type'] !== 'application/json' || req.method !== 'POST') return 'not a POST of JSON';
  if (typeof criado_em !== 'string') return 'no criado_em';
  return { chave, corpo, pedido: `${origem}:${pedido_id}` };
}
