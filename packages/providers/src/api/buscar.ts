import { setTimeout as dormir } from 'node:timers/promises';
import { Agent, type Dispatcher } from 'undici';
import type { AcessoDaApi } from '../dialeto.ts';
import { lerRetryAfter } from './cabecalhos-http.ts';
import { comPrazo } from './com-prazo.ts';
import type { Falha } from './contrato.ts';
import { trecho } from './trecho.ts';

/** What one question to a store may cost. */
export interface Limites {
  /** Attempts in all. */
  tentativas: number;
  /** The longest wait before the second attempt; it doubles with each. A store's Retry-After can only make it longer. */
  esperaMs: number;
  /** For everything together: attempts, waits, bodies that trickle in. */
  prazoMs: number;
  conexaoMs: number;
  /** Until the headers, and between two pieces of the body. */
  silencioMs: number;
  maxBytes: number;
  conexoes: number;
}

/** Well within what a reader reserves for one order (60 s) and reconciliation for one page (90 s). */
export const LIMITES: Limites = {
  tentativas: 3,
  esperaMs: 500,
  prazoMs: 20_000,
  conexaoMs: 4_000,
  silencioMs: 8_000,
  maxBytes: 16 * 1024 * 1024,
  conexoes: 8,
};

/** The store's answer, `pergunta` being what it answered. `falha`: for questions to which "there is none" is no answer. */
export type Resposta =
  | { tipo: 'corpo'; pergunta: string; corpo: Buffer; cabecalhos: Dispatcher.ResponseData['headers'] }
  | { tipo: 'inexistente'; falha: Falha; cabecalhos: Dispatcher.ResponseData['headers'] }
  | Falha;

/** What is asked for; a list is a parameter that comes once for each of its values. */
export type Parametros = Readonly<Record<string, string | readonly string[]>>;

export type Buscar = (caminho: string, parametros: Parametros, sinal?: AbortSignal) => Promise<Resposta>;

/** The headers that show the store's token. */
export type Credencial = (token: string) => Record<string, string>;

const portador: Credencial = (token) => ({ authorization: `Bearer ${token}` });

/** The beginning of a refusal is all that is shown of it. */
const MAX_DA_RECUSA = 4_096;

/**
 * GET from one store's API, on connections that stay open. Transient failures are tried again within the deadline; where
 * the store asks for a longer wait than that, it is told to the caller instead. Redirects are not followed: the token is
 * for this address.
 */
export function criarBusca(acesso: AcessoDaApi, limites: Limites, credencial: Credencial = portador): Buscar {
  const endereco = new URL(acesso.apiUrl);
  const agente = new Agent({
    connections: limites.conexoes,
    connect: { timeout: limites.conexaoMs },
    headersTimeout: limites.silencioMs,
    bodyTimeout: limites.silencioMs,
    maxResponseSize: limites.maxBytes,
  });
  const headers = {
    accept: 'application/json',
    'accept-encoding': 'identity',
    'user-agent': 'entrada',
    ...(acesso.apiToken === null ? {} : credencial(acesso.apiToken)),
  };
  return (caminho, parametros, sinal) =>
    comPrazo(limites.prazoMs, sinal, (ate) => {
      const path = montarCaminho(endereco, caminho, parametros);
      const pedir = () => agente.request({ origin: endereco.origin, path, method: 'GET', headers, signal: ate });
      return insistir(() => perguntar(pedir, `GET ${caminho}`, acesso.apiToken), limites, ate);
    });
}

/** Not through the URL class: it takes an order whose id is `..` for a way up. */
function montarCaminho(endereco: URL, caminho: string, parametros: Parametros): string {
  const consulta = new URLSearchParams(endereco.search);
  for (const [nome, valor] of Object.entries(parametros)) {
    consulta.delete(nome);
    for (const v of typeof valor === 'string' ? [valor] : valor) consulta.append(nome, v);
  }
  const texto = consulta.toString();
  return `${endereco.pathname.replace(/\/+$/, '')}${caminho}${texto === '' ? '' : `?${texto}`}`;
}

/**
 * Not undici's retry interceptor: it comes back sooner than a Retry-After above its longest wait asks, resumes bodies
 * that broke off, and cannot tell what the last refusal said.
 */
async function insistir(perguntar: () => Promise<Resposta>, limites: Limites, ate: AbortSignal): Promise<Resposta> {
  const fim = performance.now() + limites.prazoMs;
  for (let tentativa = 1; ; tentativa++) {
    const resposta = await perguntar();
    if (resposta.tipo !== 'falha' || !resposta.transitoria || tentativa >= limites.tentativas) return resposta;
    const nossa = limites.esperaMs * 2 ** (tentativa - 1) * (0.5 + Math.random() / 2);
    const espera = Math.max(nossa, resposta.esperarMs ?? 0);
    if (performance.now() + espera >= fim) return resposta;
    const acordou = await dormir(espera, true, { signal: ate }).catch(() => false);
    if (!acordou) return resposta;
  }
}

async function perguntar(
  pedir: () => Promise<Dispatcher.ResponseData>,
  pergunta: string,
  token: string | null,
): Promise<Resposta> {
  try {
    const { statusCode, headers, body } = await pedir();
    if (statusCode >= 200 && statusCode < 300)
      return { tipo: 'corpo', pergunta, corpo: Buffer.from(await body.arrayBuffer()), cabecalhos: headers };
    const falha: Falha = {
      tipo: 'falha',
      transitoria: statusCode >= 500 || [408, 425, 429].includes(statusCode),
      motivo: `${pergunta} was answered ${statusCode}${explicar(statusCode)}: ${trecho(await inicio(body), token)}`,
      esperarMs: lerRetryAfter(headers['retry-after'], Date.now()),
    };
    return statusCode === 404 || statusCode === 410 ? { tipo: 'inexistente', falha, cabecalhos: headers } : falha;
  } catch (e) {
    return { tipo: 'falha', ...classificar(e, pergunta, token), esperarMs: null };
  }
}

const explicar = (status: number): string => (status >= 300 && status < 400 ? ', and redirects are not followed' : '');

/** What a refusal says; as much of it as arrives. */
async function inicio(body: Dispatcher.ResponseData['body']): Promise<Buffer> {
  const partes: Buffer[] = [];
  let bytes = 0;
  try {
    for await (const parte of body) {
      const lida = Buffer.from(parte);
      partes.push(lida);
      bytes += lida.length;
      if (bytes >= MAX_DA_RECUSA) break;
    }
  } catch {
    // The status has been said; the rest of the sentence is a courtesy.
  }
  return Buffer.concat(partes).subarray(0, MAX_DA_RECUSA);
}

/** Errors of the network, of TLS, of time, and answers that are no HTTP. */
function classificar(e: unknown, pergunta: string, token: string | null): Pick<Falha, 'transitoria' | 'motivo'> {
  const codigo = e instanceof Error && 'code' in e && typeof e.code === 'string' ? e.code : null;
  const mensagem = e instanceof Error ? e.message : String(e);
  const motivo = trecho(Buffer.from([codigo, mensagem].filter(Boolean).join(': ')), token);
  return { transitoria: codigo !== 'UND_ERR_RES_EXCEEDED_MAX_SIZE', motivo: `${pergunta} failed: ${motivo}` };
}
