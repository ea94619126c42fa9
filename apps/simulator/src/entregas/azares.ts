import type { Sorteio } from '../sorteio.ts';
import type { Acidente } from './postar.ts';

/** What goes wrong between a store and its receiver, as parts from 0 to 1 of the deliveries or of the attempts. */
export interface Azares {
  /** Events that are delivered once more. */
  duplicatas: number;
  /** Events that are never sent. */
  nunca: number;
  /** Attempts whose body trickles in. */
  lentas: number;
  /** Attempts whose connection breaks. */
  quedas: number;
  /** How long an event may be held back, so that later ones overtake it. */
  embaralharMs: number;
}

export const SEM_AZARES: Azares = { duplicatas: 0, nunca: 0, lentas: 0, quedas: 0, embaralharMs: 0 };

export function sortearAcidente({ lentas, quedas }: Azares, sorteio: Sorteio): Acidente | null {
  const n = sorteio.numero();
  if (n < quedas) return sorteio.um(['cai_antes', 'cai_depois']);
  return n < quedas + lentas ? 'lenta' : null;
}
