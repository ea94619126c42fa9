import { once } from 'node:events';
import * as http from 'node:http';
import * as https from 'node:https';
import { setTimeout as esperar } from 'node:timers/promises';
import { motivoInterno } from './endereco.ts';

/** One POST of a store. */
export interface Postagem {
  url: URL;
  cabecalhos: Readonly<Record<string, string>>;
  corpo: string;
  /** For everything, redirects included. */
  prazoMs: number;
  /** What goes wrong on the way, by chance. */
  acidente?: Acidente | null;
}

/**
 * `cai_antes`: the connection breaks in the middle of the body; `cai_depois`: it breaks when all was sent, before the answer
 * is read; `lenta`: the body trickles in.
 */
export type Acidente = 'cai_antes' | 'cai_depois' | 'lenta';

/** What came back; `recusado`: we would not go where a redirect pointed. */
export type Resposta =
  | { status: number; corpo: string; redirecionamentos: number }
  | { semResposta: string }
  | { recusado: string };

const MAX_REDIRECIONAMENTOS = 5;
const BYTES_GUARDADOS = 4096;

/** Sends it over a connection of its own, follows redirects, keeps the first 4096 bytes of the answer. Never throws. */
export async function postar(postagem: Postagem): Promise<Resposta> {
  const sinal = AbortSignal.timeout(postagem.prazoMs);
  let { url } = postagem;
  let metodo: 'POST' | 'GET' = 'POST';
  for (let redirecionamentos = 0; ; redirecionamentos++) {
    const pedido = { ...postagem, url, metodo, sinal };
    const resposta = await pedir(pedido).catch((e: unknown) => ({ semResposta: motivo(e, sinal, postagem.prazoMs) }));
    if ('semResposta' in resposta) return resposta;
    const { status, destino, corpo } = resposta;
    if (status < 300 || status >= 400 || destino === undefined) return { status, corpo, redirecionamentos };
    if (redirecionamentos === MAX_REDIRECIONAMENTOS)
      return { recusado: `more than ${MAX_REDIRECIONAMENTOS} redirects` };
    if (!URL.canParse(destino, url.href)) return { recusado: 'the redirect leads to no address' };
    const proxima = new URL(destino, url);
    // The registered server itself was checked when it was registered.
    const interno = proxima.origin === postagem.url.origin ? null : await motivoInterno(proxima);
    if (interno !== null) return { recusado: `the redirect leads inside: ${interno}` };
    if (status !== 307 && status !== 308) metodo = 'GET'; // as browsers and most clients do
    url = proxima;
  }
}

type Pedido = Postagem & { metodo: 'POST' | 'GET'; sinal: AbortSignal };
type Lida = { status: number; destino: string | undefined; corpo: string };

async function pedir({ url, metodo, cabecalhos, corpo, sinal, acidente }: Pedido): Promise<Lida> {
  const { request } = url.protocol === 'https:' ? https : http;
  const bytes = Buffer.from(corpo);
  const headers = metodo === 'POST' ? { ...cabecalhos, 'content-length': bytes.length } : {};
  const req = request(url, { method: metodo, agent: false, headers, signal: sinal });
  const respondida = once(req, 'response');
  // It may fail while the body is still being written, and more than once.
  respondida.catch(() => undefined);
  req.on('error', () => undefined);
  if (metodo === 'POST') await escrever(req, bytes, acidente ?? null);
  else req.end();
  const [res] = (await respondida) as [http.IncomingMessage];
  const inicio = await lerInicio(res);
  req.destroy();
  return { status: res.statusCode ?? 0, destino: res.headers.location, corpo: inicio };
}

async function escrever(req: http.ClientRequest, bytes: Buffer, acidente: Acidente | null): Promise<void> {
  switch (acidente) {
    case null:
      req.end(bytes);
      return;
    case 'lenta':
      for (let i = 0; i < 4; i++) {
        req.write(bytes.subarray(Math.floor((bytes.length * i) / 4), Math.floor((bytes.length * (i + 1)) / 4)));
        await esperar(80);
      }
      req.end();
      return;
    case 'cai_antes':
      await new Promise((feito) => req.write(bytes.subarray(0, bytes.length >> 1), feito));
      req.destroy(new Error('the connection broke while sending'));
      return;
    case 'cai_depois':
      await new Promise<void>((feito) => req.end(bytes, feito));
      req.destroy(new Error('the connection broke before the answer'));
  }
}

/** The rest is not waited for: the connection is given up. */
async function lerInicio(res: http.IncomingMessage): Promise<string> {
  const partes: Buffer[] = [];
  let total = 0;
  for await (const parte of res as AsyncIterable<Buffer>) {
    partes.push(parte);
    total += parte.length;
    if (total >= BYTES_GUARDADOS) break;
  }
  return new TextDecoder().decode(Buffer.concat(partes).subarray(0, BYTES_GUARDADOS));
}

function motivo(e: unknown, sinal: AbortSignal, prazoMs: number): string {
  if (sinal.aborted) return `no answer within ${prazoMs / 1000} s`;
  if (!(e instanceof Error)) return 'no answer';
  return 'code' in e && typeof e.code === 'string' ? e.code : e.message;
}
