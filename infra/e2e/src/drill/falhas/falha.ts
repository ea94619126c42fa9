import type { Frota } from '../frota.ts';

/** What a fault takes hold of: two that share nothing can be had together. */
type Alvo = 'postgres' | 'redis' | 'processos' | 'erp' | 'api';

export interface Falha {
  nome: string;
  usa: readonly Alvo[];
  /** How long it lasts, in the short form and in the long one. */
  duraMs: { curto: number | null; longo: number };
  /**
   * Breaks something.
   * @param golpe to be awaited at the very moment before that: writes down what is in flight
   * @returns what mends it again
   */
  estragar(frota: Frota, golpe: () => Promise<void>): Promise<() => Promise<void>>;
}

/** Where there is nothing to mend: what died was started again. */
export const nada = async (): Promise<void> => undefined;
