/** Characters that change the direction of what surrounds them, or hide: an id with one of them could pass for another. */
const OCULTOS = /(?![\n\t])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

/** A text of a store as it is: what nobody would see is written out, as `\u202E`. Tab and line feed stay. */
export const visivel = (texto: string): string =>
  texto.replace(OCULTOS, (c) => `\\u${(c.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`);
