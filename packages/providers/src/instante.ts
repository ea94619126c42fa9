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
