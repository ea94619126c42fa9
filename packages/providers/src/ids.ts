/** Ids are keys of tables and indexes, and part of names in the queue. */
const MAX_BYTES = 512;

/** Where ids that are not the store's own live: facts read from its API, triggers that it names
 * no key for, and what retention left of old ones.
 */
const RESERVADO = /^(?:api|gatilho|poda|webhook):/;

export type IdOuMotivo = { id: string } | { quarentena: string };

/**
 * An id out of JSON that readJson read: text, or a whole number, exact also beyond 2^53. 7 and "7" are the same id.
 * @param campo the field's name, for the reason
 */
export function lerId(valor: unknown, campo: string): IdOuMotivo {
  if (valor === undefined || valor === null) return { quarentena: `${campo} is missing` };
  const id = comoTexto(valor);
  if (id === null) return { quarentena: `${campo} must be a string or a whole number` };
  const defeito = defeitoDoTexto(id);
  return defeito === null ? { id } : { quarentena: `${campo} ${defeito}` };
}

/**
 * The id of an event that came in as a webhook. Where it begins like an id that Entrada gives, it is kept as
 * `webhook:<id>`; so is one that begins with `webhook:`, or two ids could become one.
 */
export function lerEventoId(valor: unknown, campo: string): IdOuMotivo {
  const lido = lerId(valor, campo);
  if ('quarentena' in lido || !RESERVADO.test(lido.id)) return lido;
  return lerId(`webhook:${lido.id}`, campo);
}

/** Postgres has no NUL, and UTF-8 has no lone surrogates. */
export const cabeNoBanco = (texto: string): boolean => !/\0|\p{Surrogate}/u.test(texto);

/** Why this text cannot be an id or a type, or null. */
export function defeitoDoTexto(texto: string): string | null {
  if (texto === '') return 'is empty';
  if (texto.includes('\0')) return 'contains a NUL character';
  if (!cabeNoBanco(texto)) return 'contains half of a surrogate pair';
  if (Buffer.byteLength(texto) > MAX_BYTES) return `is longer than ${MAX_BYTES} bytes`;
  return null;
}

function comoTexto(valor: unknown): string | null {
  if (typeof valor === 'string') return valor;
  if (typeof valor !== 'number' || !Number.isInteger(valor)) return null;
  // From 1e21 on a double prints an exponent: whatever the store meant, these are not its digits.
  const texto = String(valor);
  return texto.includes('e') ? null : texto;
}
