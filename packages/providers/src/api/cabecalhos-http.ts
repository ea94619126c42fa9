/** Beyond it a store means "not today": asking once an hour does not hurt it, and nobody has to restart anything. */
const TETO_MS = 60 * 60_000;

/** A header as undici gives it: a list where it was sent more than once. */
export type Cabecalho = string | string[] | undefined;

/**
 * What a Retry-After header asks us to wait in ms, from 0 to an hour; null where it says nothing.
 * @param agora milliseconds since the epoch: where the header names a moment, the wait until then
 */
export function lerRetryAfter(cabecalho: Cabecalho, agora: number): number | null {
  if (typeof cabecalho !== 'string') return null;
  const quando = lerDataHttp(cabecalho);
  // Some stores write whole seconds with a fraction that is nothing: `2.0`.
  if (quando === null && !/^\d+(?:\.0+)?$/.test(cabecalho)) return null;
  const ms = quando === null ? Number(cabecalho) * 1000 : quando - agora;
  return Math.min(Math.max(ms, 0), TETO_MS);
}

/** The moment of an HTTP date, as in a Date header, in ms since the epoch; null where it is none. */
export function lerDataHttp(cabecalho: Cabecalho): number | null {
  if (typeof cabecalho !== 'string' || !cabecalho.endsWith(' GMT')) return null;
  const ms = Date.parse(cabecalho);
  return Number.isNaN(ms) ? null : ms;
}
