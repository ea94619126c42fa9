import { Temporal } from 'temporal-polyfill';

/** Far above every real timestamp: the parser takes a second for a megabyte of `[a=b]`. */
const MAX_LENGTH = 64;

/**
 * The instant of an RFC 3339 timestamp in milliseconds since the epoch, finer digits cut off. Strict where Date.parse
 * guesses: null for a day that does not exist, for 24:00, and where neither Z nor an offset says which instant is meant.
 */
export function lerInstante(texto: string): number | null {
  if (texto.length > MAX_LENGTH) return null;
  try {
    return Temporal.Instant.from(texto).epochMilliseconds;
  } catch {
    return null;
  }
}

/**
 * The instant of a timestamp that says no zone because it is always UTC, such as WordPress writes. null where it says one:
 * then it is something else.
 */
export function lerInstanteUtc(texto: string): number | null {
  return /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?$/.test(texto) ? lerInstante(`${texto}Z`) : null;
}

/**
 * A moment as stores write it: an RFC 3339 timestamp, or the time since 1970 as a number (or its digits as text), in
 * seconds where its whole part has 10 digits (2001 to 2286) and in milliseconds where it has 13. Other lengths are none:
 * a guess would order an order's facts wrongly. In milliseconds since the epoch, finer digits cut off.
 */
export function lerMomento(valor: unknown): number | null {
  if (typeof valor !== 'string' && typeof valor !== 'number') return null;
  const texto = String(valor);
  const epoca = /^([1-9]\d{9}|[1-9]\d{12})(?:\.(\d+))?$/.exec(texto);
  if (!epoca) return typeof valor === 'string' ? lerInstante(texto) : null;
  const [, inteiro = '', fracao = ''] = epoca;
  return Number(inteiro.length === 13 ? inteiro : inteiro + fracao.padEnd(3, '0').slice(0, 3));
}
