/** States of an order as whoever checks us names them; the store's model says them itself, no rule of ours is asked. */
export type StatusNaLoja = 'criado' | 'pago' | 'enviado' | 'cancelado' | 'reembolsado';

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
  /** How often it is drawn, against the others. */
  peso: number;
  passos: readonly Passo[];
}

/** How a kind of store delivers. */
export interface Politica {
  /** Automatic attempts in all, the first one included. */
  tentativas: number;
  /** Before the second attempt, the third, and so on; the last one counts for all that follow. */
  esperasMs: readonly number[];
  /** For the whole POST: connecting, sending, redirects, the answer. */
  prazoMs: number;
  /** Answers that end a delivery well; 2xx where nothing is said. */
  sucesso?(status: number): boolean;
  /** Whether a 4xx is tried again like any other failure. */
  insisteEm4xx?: true;
}

/** The fields as an event tells them. */
export interface CamposContados {
  total_cents?: number | null;
  customer_email?: string | null;
}

/** An order as the store has it. */
export interface PedidoNaLoja {
  id: string;
  /** The state, in the store's own word. */
  status: string;
  /** Counts the events of this order. */
  sequence: number;
  /** Milliseconds since the epoch. */
  updated_at: number;
  total_cents: number;
  customer_email: string;
}

/** What happened, with all that a store may tell of it. */
export interface Mudanca {
  /** The order afterwards. */
  pedido: PedidoNaLoja;
  tipo: string;
  /** null: the order is new. */
  de: string | null;
  /** What a store tells that leaves out what did not change. */
  campos: CamposContados;
}

/** An event as the store tells it. */
export interface Fala {
  /** Under which the receiver must know it. */
  evento_id: string;
  /** The store names no event: the receiver numbers what comes under this key. */
  repetivel?: true;
  tipo: string;
  pedido: string | null;
  /** Besides the signature. */
  cabecalhos?: Readonly<Record<string, string>>;
  /** What its address says after the question mark. */
  consulta?: Readonly<Record<string, string>>;
  corpo(vez: { agora: Date; retry: boolean }): string;
}

/** A request to a store's API, below the store's address. */
export interface Pergunta {
  caminho: string;
  consulta: URLSearchParams;
  cabecalhos: Readonly<Record<string, string | string[] | undefined>>;
}

export interface Resposta {
  status: number;
  cabecalhos?: Readonly<Record<string, string>>;
  corpo: unknown;
}

/** What a store's API answers from. */
export interface LojaNaApi {
  pedidos: ReadonlyMap<string, PedidoNaLoja>;
  /** null: everybody may read. */
  token: string | null;
  /** Orders on a page, at most: less than what is asked for, so that a few orders make many pages. */
  pagina: number;
  /** Where the API is: some stores name the next page by its address. */
  endereco: string;
}

/** All that is particular to one kind of store. */
export interface DialetoDaLoja {
  nome: string;
  politica: Politica;
  /** The finest difference between two moments that it tells, in ms. */
  resolucaoMs: number;
  /** @param reabre orders may be opened again after their cancellation */
  vidas(reabre: boolean): readonly VidaViva[];
  /** The store's words, and the state that each of them means to us. */
  palavras: Readonly<Record<string, StatusNaLoja>>;
  /** Whether its events count the events of their order. */
  temSequencia: boolean;
  /** Its events only say that an order changed: without the API nobody knows what it is. */
  magro?: true;
  /** Everything that it tells of one change: some stores tell it under several topics. */
  contar(mudanca: Mudanca): Fala[];
  /** Something that changes no order's state. */
  conversar(pedido: string, em: number, sequencia: number): Fala;
  testar(em: number): Fala;
  /**
   * The headers that sign one attempt.
   * @param opcoes settings of the origem that only its dialect knows: how it wants to be signed to
   */
  assinar(
    corpo: string,
    segredo: string,
    opcoes: Readonly<Record<string, string>>,
    vez: { agora: Date; consulta: Readonly<Record<string, string>> },
  ): Record<string, string>;
  /** Its API, as a function of a request; missing where it has none. */
  responder?(pergunta: Pergunta, loja: LojaNaApi): Resposta;
}
