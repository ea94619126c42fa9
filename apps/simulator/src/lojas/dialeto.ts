import type { CamposContados } from '../campos.ts';
import type { Politica } from '../entregas/politica.ts';
import type { StatusNaLoja } from '../vidas.ts';

/** One thing that happens to an order. */
export interface Passo {
  /** How the store's webhook calls it. */
  tipo: string;
  /** The state in which the store has the order afterwards, in the store's own word. */
  palavra: string;
  /** How far it leads. Only what leads further may share its instant with the step before, or nobody could say which was last. */
  posto: number;
  /** The store heard of it but did not accept it: neither state nor fields of the order change. */
  recusado: boolean;
}

export interface VidaViva {
  nome: string;
  peso: number;
  passos: readonly Passo[];
}

/** What happened, with all that a store may tell of it. */
interface Mudanca {
  pedido: string;
  tipo: string;
  /** null: the order is new. */
  de: string | null;
  para: string;
  /** Milliseconds since the epoch. */
  em: number;
  /** Counts the events of this order. */
  sequencia: number;
  campos: CamposContados;
}

/** An event as the store tells it. */
export interface Fala {
  /** Under which the receiver must know it. */
  evento_id: string;
  tipo: string;
  pedido: string | null;
  corpo(vez: { agora: Date; retry: boolean }): string;
}

/** All that is particular to one kind of store. */
export interface DialetoDaLoja {
  nome: 'loja' | 'venddor';
  politica: Politica;
  /** @param reabre orders may be opened again after their cancellation */
  vidas(reabre: boolean): readonly VidaViva[];
  /** The store's words, and the state that each of them means to us. */
  palavras: Readonly<Record<string, StatusNaLoja>>;
  /** Whether its events, and its API's orders, count the events of their order. */
  temSequencia: boolean;
  contar(mudanca: Mudanca): Fala;
  /** Something that changes no order's state. */
  conversar(pedido: string, em: number, sequencia: number): Fala;
  testar(em: number): Fala;
  /** @param opcoes settings of the origem that only its dialect knows: how it wants to be signed to */
  assinar(corpo: string, segredo: string, opcoes: Readonly<Record<string, string>>): Record<string, string>;
}
