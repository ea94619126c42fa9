import type { Ambiente } from './ambiente.ts';

/** What one run measured, by name: `<who>_<what>_<unit>`. */
export type Medidas = Record<string, number>;

export interface Tamanhos {
  /** How long a receiver is under load. */
  duracaoMs: number;
  /** Events that apply and end to end take, over a quarter as many orders. */
  eventos: number;
  /** Rows of a full inbox. */
  linhas: number;
  /** Events of the memory run. */
  eventosDaMemoria: number;
  /** Events on one order; the last is the longest. */
  quentes: readonly number[];
}

export interface Cenario {
  nome: string;
  /** Too long, or too steady, to be repeated. */
  umaVez?: true;
  medir(amb: Ambiente, tamanhos: Tamanhos): Promise<Medidas>;
}

export const INTEIRO: Tamanhos = {
  duracaoMs: 6_000,
  eventos: 20_000,
  linhas: 2_000_000,
  eventosDaMemoria: 200_000,
  quentes: [25_000, 50_000, 100_000],
};
export const RAPIDO: Tamanhos = {
  duracaoMs: 2_000,
  eventos: 8_000,
  linhas: 200_000,
  eventosDaMemoria: 30_000,
  quentes: [5_000, 10_000, 20_000],
};
