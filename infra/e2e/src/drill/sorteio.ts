/** Draws that depend on the seed alone: what is printed at the start is enough to have the same faults again. */
export interface Sorteio {
  /** From 0 up to, not including, 1. */
  numero(): number;
  inteiro(de: number, ate: number): number;
  um<T>(lista: readonly T[]): T;
}

export function criarSorteio(semente: string): Sorteio {
  let estado = 0x811c9dc5;
  for (const letra of semente) estado = Math.imul(estado ^ (letra.codePointAt(0) ?? 0), 0x01000193);
  const numero = (): number => {
    estado = (estado + 0x6d2b79f5) | 0;
    let t = Math.imul(estado ^ (estado >>> 15), estado | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
  const inteiro = (de: number, ate: number): number => de + Math.floor(numero() * (ate - de + 1));
  return { numero, inteiro, um: (lista) => lista[inteiro(0, lista.length - 1)]! };
}
