import type { Leitura } from '@entrada/domain';

/** One order as the store says it is now. */
export interface PedidoDaApi {
  recurso_id: string;
  leitura: Leitura;
}

/** An entry of a list that nobody can read; the rest of the list is good. */
export interface PedidoIlegivel {
  /** The entry's raw JSON. */
  texto: string;
  motivo: string;
}

/** The store did not answer what was asked. `motivo` shows the first bytes of its answer, never a credential. */
export interface Falha {
  tipo: 'falha';
  /** Whether the same request may succeed later. */
  transitoria: boolean;
  motivo: string;
  /** What the store asked us to wait, in ms; null where it did not say. */
  esperarMs: number | null;
}

export interface ListaDaApi {
  tipo: 'lida';
  pedidos: (PedidoDaApi | PedidoIlegivel)[];
  /** The store's token of the next page; null at the end. */
  proxima: string | null;
  /** The store's clock, from the answer's Date header. */
  agoraDaLoja: Date | null;
}

export type RespostaDoPedido = { tipo: 'lido'; pedido: PedidoDaApi } | { tipo: 'inexistente' } | Falha;
export type RespostaDaLista = ListaDaApi | Falha;

/** Reads a store's API. Never throws for what a store can do; whatever it does, it ends within a deadline of its own. */
export interface ClienteDaApi {
  lerPedido(recurso_id: string, sinal?: AbortSignal): Promise<RespostaDoPedido>;
  /** The orders that changed since `desde`, oldest change first where the store can do that. */
  listar(pedido: { desde: Date; pagina: string | null }, sinal?: AbortSignal): Promise<RespostaDaLista>;
}
