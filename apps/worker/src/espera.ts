const BASE_MS = 5_000;
const TETO_MS = 15 * 60_000;

/**
 * How long to wait after the n-th failed attempt: 5 s doubling to 15 min, half of it drawn, so that what failed together
 * does not come back together.
 * @param sorteio from 0 to 1
 */
export function espera(tentativas: number, sorteio: number = Math.random()): number {
  return Math.min(TETO_MS, BASE_MS * 2 ** Math.min(tentativas - 1, 20)) * (0.5 + sorteio / 2);
}
