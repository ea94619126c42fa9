import type { EfeitoReservado } from '@entrada/db';
import { Agent, type Dispatcher, request } from 'undici';
import { criarAssinador } from './assinar.ts';
import { chaveDeIdempotencia } from './chave-de-idempotencia.ts';
import type { Resposta } from './classificar.ts';

export interface OpcoesDoErp {
  url: string;
  segredo: string;
  /** Requests at once. */
  conexoes: number;
  /** For the whole of one attempt: connecting, sending, and the answer. Below the claim's duration. */
  prazoMs?: number;
}

export interface Erp {
  /** One attempt. Never throws: no answer is an answer too. */
  enviar(efeito: EfeitoReservado, traceparent: string | null): Promise<Resposta>;
  fechar(): Promise<void>;
}

const PRAZO_MS = 10_000;
const PRAZO_DA_CONEXAO_MS = 5_000;

/** A plain agent: an interceptor that retries would throw on a 503, and when to try again is the outbox's business. */
export function criarErp({ url, segredo, conexoes, prazoMs = PRAZO_MS }: OpcoesDoErp): Erp {
  const dispatcher = new Agent({ connections: conexoes, connect: { timeout: Math.min(prazoMs, PRAZO_DA_CONEXAO_MS) } });
  const assinar = criarAssinador(segredo);
  return {
    enviar: async (efeito, traceparent) => {
      const chave = chaveDeIdempotencia(efeito);
      const headers = {
        'content-type': 'application/json',
        'user-agent': 'entrada',
        'idempotency-key': chave,
        ...assinar(chave, efeito.reservado_em, efeito.corpo),
        ...(traceparent === null ? {} : { traceparent }),
      };
      const signal = AbortSignal.timeout(prazoMs);
      try {
        const resposta = await request(url, { method: 'POST', dispatcher, headers, body: efeito.corpo, signal });
        return await lerResposta(resposta, segredo);
      } catch (e) {
        return { semResposta: signal.aborted ? `no answer within ${prazoMs / 1000} s` : codigo(e) };
      }
    },
    fechar: () => dispatcher.close(),
  };
}

async function lerResposta({ statusCode, headers, body }: Dispatcher.ResponseData, segredo: string): Promise<Resposta> {
  const inicio = await lerInicio(body);
  return {
    status: statusCode,
    retryAfter: primeiro(headers['retry-after']),
    date: primeiro(headers.date),
    trecho: trechoLegivel(inicio, segredo),
  };
}

const primeiro = (valor: string | string[] | undefined): string | null =>
  (Array.isArray(valor) ? valor[0] : valor) ?? null;

const LIDOS = 2_048;
/** What is longer is not read to its end: a new connection is cheaper. */
const TOLERADOS = 64 * 1024;

/** The status has decided already: a body that is cut, endless or too slow changes nothing. */
async function lerInicio(corpo: AsyncIterable<Buffer>): Promise<Buffer> {
  const partes: Buffer[] = [];
  let total = 0;
  try {
    for await (const parte of corpo) {
      if (total < LIDOS) partes.push(parte);
      total += parte.length;
      if (total > TOLERADOS) break;
    }
  } catch {
    // See above.
  }
  return Buffer.concat(partes).subarray(0, LIDOS);
}

const MOSTRADOS = 300;

/** An ERP may echo what it got, or the secret it compares with. */
function trechoLegivel(bytes: Buffer, segredo: string): string {
  const texto = new TextDecoder().decode(bytes);
  return [segredo, segredo.replace(/^whsec_/, '')]
    .reduce((t, s) => t.replaceAll(s, '[redacted]'), texto)
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()
    .slice(0, MOSTRADOS);
}

function codigo(e: unknown): string {
  if (!(e instanceof Error)) return 'no answer';
  return 'code' in e && typeof e.code === 'string' ? e.code : e.name;
}
