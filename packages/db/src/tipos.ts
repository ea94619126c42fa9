/**
 * How values travel. The array types are ours because postgres would otherwise ask each new connection for them, and a
 * connection that is lost during that question ends the process by an unhandled rejection, or never ends (3.4.9).
 */
export const TIPOS = {
  bigint: { to: 20, from: [20], serialize: (n: number) => String(n), parse: inteiroSeguro },
  textos: lista<string>(1009, (texto) => texto.replace(/[\\"]/g, '\\$&')),
  inteiros: lista<number>(1007, String),
  longos: lista<number>(1016, String),
  logicos: lista<boolean>(1000, String),
  /** For unnest(...::bytea[]); the driver takes an array of buffers for one buffer, so it has to be named. */
  bytes: lista<Buffer>(1001, (bytes) => `\\\\x${bytes.toString('hex')}`),
};

/** What may be bound besides the driver's own types, by name: `sql.types.bytes(buffers)`. */
export type Tipos = {
  bigint: number;
  textos: (string | null)[];
  inteiros: (number | null)[];
  longos: (number | null)[];
  logicos: (boolean | null)[];
  bytes: (Buffer | null)[];
};

function inteiroSeguro(texto: string): number {
  const n = Number(texto);
  if (!Number.isSafeInteger(n)) throw new RangeError(`the int8 ${texto} does not fit a number`);
  return n;
}

/** @param citado the text of an element, its quotes and backslashes escaped */
function lista<T>(oid: number, citado: (valor: T) => string) {
  const elemento = (valor: T | null): string => (valor === null ? 'null' : `"${citado(valor)}"`);
  return {
    to: oid,
    from: [oid],
    serialize: (valores: (T | null)[]) => `{${valores.map(elemento).join(',')}}`,
    parse: (): (T | null)[] => {
      throw new Error('arrays are not read here: select to_jsonb(...)');
    },
  };
}
