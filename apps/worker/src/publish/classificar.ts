/** What the ERP answered, or why there is no answer. */
export type Resposta =
  | {
      status: number;
      retryAfter: string | null;
      /** Its clock, for a Retry-After that is a date. */
      date: string | null;
      /** The first bytes of its body, fit to be stored and shown. */
      trecho: string;
    }
  | { semResposta: string };

/** `confirmado`: it has it; `transitorio`: the same again may succeed; `recusado`: it never will. */
export type Desfecho =
  | { tipo: 'confirmado' }
  | {
      tipo: 'transitorio' | 'recusado';
      /** For logs: no word of the ERP's own. */
      motivo: string;
      trecho: string;
      /** What Retry-After asks for; null where it does not ask. */
      esperarMs: number | null;
    };

/** 408 and 425 blame the moment, 429 the pace; every other 4xx blames the request, which will be the same next time. */
const TRANSITORIOS = [408, 425, 429];

/** A redirect is a refusal: following it would hand a signed body to somebody who is not configured. */
export function classificar(resposta: Resposta, agora: number): Desfecho {
  if ('semResposta' in resposta)
    return { tipo: 'transitorio', motivo: resposta.semResposta, trecho: '', esperarMs: null };
  const { status, trecho } = resposta;
  if (status >= 200 && status < 300) return { tipo: 'confirmado' };
  const motivo = `HTTP ${status}`;
  if (status >= 300 && status < 500 && !TRANSITORIOS.includes(status))
    return { tipo: 'recusado', motivo, trecho, esperarMs: null };
  return { tipo: 'transitorio', motivo, trecho, esperarMs: lerRetryAfter(resposta, agora) };
}

/** A day: beyond it the effect is given up anyway. */
const MAIOR_ESPERA_MS = 24 * 60 * 60_000;
const DATA_HTTP = /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/;

/** Seconds, or a date by the ERP's own clock. null where it is absent or neither. */
function lerRetryAfter(resposta: { retryAfter: string | null; date: string | null }, agora: number): number | null {
  const texto = resposta.retryAfter?.trim() ?? '';
  const segundos = /^\d{1,9}$/.test(texto) ? Number(texto) : null;
  const data = instante(texto);
  const ms = segundos !== null ? segundos * 1000 : data !== null ? data - (instante(resposta.date) ?? agora) : null;
  return ms === null ? null : Math.min(Math.max(ms, 0), MAIOR_ESPERA_MS);
}

function instante(texto: string | null): number | null {
  const ms = texto !== null && DATA_HTTP.test(texto) ? Date.parse(texto) : Number.NaN;
  return Number.isNaN(ms) ? null : ms;
}
