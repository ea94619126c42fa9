import { createHash } from 'node:crypto';

/**
 * The beginning of an event's id where the store names none and the same bytes can mean two events: an identity with it is
 * `repetivel`. The inbox gives it a number, and takes it for the same event only while that one waits.
 */
export function chaveDoGatilho(tipo: string, corpo: Buffer): string {
  return `gatilho:${createHash('sha256').update(`${tipo}\0`).update(corpo).digest('hex')}`;
}
