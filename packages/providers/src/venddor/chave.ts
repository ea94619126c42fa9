import { createHash } from 'node:crypto';

/**
 * The id that the platform defines for an event, which has none of its own: `event + ":" + hex sha256(JSON.stringify(payload))`.
 * The payload is the same in every attempt, unlike the envelope around it. Plain JSON.parse, because that is the formula:
 * digits that readJson would keep are no part of it.
 * @param texto the body, which is known to be a JSON object
 * @returns null where the payload is nested too deeply to be written as text
 */
export function chaveDoEvento(evento: string, texto: string): string | null {
  const envelope: { payload?: unknown } = JSON.parse(texto);
  try {
    // A test call may come without a payload.
    const canonico = JSON.stringify(envelope.payload ?? null);
    return `${evento}:${createHash('sha256').update(canonico).digest('hex')}`;
  } catch {
    return null;
  }
}
