import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { Segredo } from './dialeto.ts';

/** HMAC-SHA256 of the bytes under this secret, in lower case hex. */
export function hmacHex(segredo: string, bytes: Uint8Array): string {
  return createHmac('sha256', segredo).update(bytes).digest('hex');
}

/** Compares in a time that tells nothing about where the texts differ. Any text may come in: lengths are of bytes. */
export function iguaisEmTempoConstante(recebido: string, esperado: string): boolean {
  const a = Buffer.from(recebido);
  const b = Buffer.from(esperado);
  return a.length === b.length && timingSafeEqual(a, b);
}

/** A secret under its fingerprint: the same secret has the same name in every process, and the name gives nothing away. */
export function nomearSegredo(valor: string): Segredo {
  return { nome: createHash('sha256').update(`entrada:${valor}`).digest('hex').slice(0, 8), valor };
}
