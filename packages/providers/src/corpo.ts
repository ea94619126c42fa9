import { decodeUtf8 } from './bytes.ts';
import { readJson } from './json/read-json.ts';

const BYTE_ORDER_MARK = '\u{FEFF}';

/** An object as JSON knows it. */
export type Objeto = Readonly<Record<string, unknown>>;

/**
 * The JSON object that a body holds, with its text, or why it holds none. Reasons never quote the body: it may carry
 * personal data.
 */
export function lerCorpo(corpo: Buffer): { objeto: Objeto; texto: string } | { quarentena: string } {
  const lido = lerJson(corpo);
  if ('quarentena' in lido) return lido;
  const { valor: objeto, texto } = lido;
  return ehObjeto(objeto) ? { objeto, texto } : { quarentena: 'the body is JSON, but not an object' };
}

/** The JSON that a body holds, with its text, or why it holds none. */
export function lerJson(corpo: Buffer): { valor: unknown; texto: string } | { quarentena: string } {
  if (corpo.length === 0) return { quarentena: 'the body is empty' };
  const texto = decodeUtf8(corpo);
  if (texto === null) return { quarentena: 'the body is not UTF-8' };
  if (texto.startsWith(BYTE_ORDER_MARK)) return { quarentena: 'the body begins with a byte order mark' };
  const valor = lerOuNada(texto);
  return valor === undefined ? { quarentena: 'the body is not JSON' } : { valor, texto };
}

export function ehObjeto(valor: unknown): valor is Objeto {
  return typeof valor === 'object' && valor !== null && !Array.isArray(valor);
}

/** undefined, which no JSON text means, where the text is not JSON. */
function lerOuNada(texto: string): unknown {
  try {
    return readJson(texto);
  } catch {
    return undefined;
  }
}
