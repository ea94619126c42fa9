/** A seeded source of choices: the same seed makes the same choices on every machine. */
export interface Sorteio {
  /** Evenly spread in [0, 1). */
  numero(): number;
  /** A whole number, both ends included. */
  inteiro(de: number, ate: number): number;
  chance(probabilidade: number): boolean;
  um<T>(itens: readonly [T, ...T[]]): T;
}

export function criarSorteio(semente: string): Sorteio {
  let estado = hash(semente);
  const numero = (): number => {
    estado = (estado + 0x6d2b79f5) | 0;
    let t = Math.imul(estado ^ (estado >>> 15), 1 | estado);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
  const inteiro = (de: number, ate: number): number => de + Math.floor(numero() * (ate - de + 1));
  return {
    numero,
    inteiro,
    chance: (probabilidade) => numero() < probabilidade,
    um: (itens) => itens[inteiro(0, itens.length - 1)] ?? itens[0],
  };
}

/** A shuffled copy (Fisher and Yates). */
export function embaralhar<T>(itens: readonly T[], sorteio: Sorteio): T[] {
  const saida: T[] = [];
  for (const item of itens) {
    const lugar = sorteio.inteiro(0, saida.length);
    const deslocado = saida[lugar];
    saida[lugar] = item;
    if (deslocado !== undefined) saida.push(deslocado);
  }
  return saida;
}

/** One of these, drawn by weight. */
export function porPeso<T extends { peso: number }>(itens: readonly T[], sorteio: Sorteio): T {
  const alvo = sorteio.numero() * itens.reduce((soma, i) => soma + i.peso, 0);
  let soma = 0;
  for (const item of itens) {
    soma += item.peso;
    if (alvo < soma) return item;
  }
  throw new Error('there is nothing to draw from');
}

/** FNV-1a, then one more mix: seeds that differ in their last digit must not give neighbouring sequences. */
function hash(texto: string): number {
  let h = 0x811c9dc5;
  for (let i = 0; i < texto.length; i++) h = Math.imul(h ^ texto.charCodeAt(i), 0x01000193);
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
  return (h ^ (h >>> 13)) | 0;
}
