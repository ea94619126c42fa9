import type { Criterio, Leitura, Saidas, Status } from '@entrada/domain';
import type { ClienteDaApi } from './api/contrato.ts';

/** One delivery of a store, as it came in. */
export interface Entrega {
  /** Names in lower case, as node:http gives them. */
  cabecalhos: Readonly<Record<string, string | string[] | undefined>>;
  /** The body byte for byte: signatures cover bytes, never text. */
  corpo: Buffer;
  consulta: URLSearchParams;
}

/** One of the secrets that an origem accepts; several while one replaces another. */
export interface Segredo {
  /** A fingerprint, which may be logged and stored. See nomearSegredo. */
  nome: string;
  valor: string;
}

/** Which secret vouches for a delivery, or why none does. The reason never contains a value of header or secret. */
export type Autenticacao = { segredo_nome: string } | { recusado: string };

/** The delivery becomes an event of an order, to be applied. Ids are what lerId and lerEventoId accept. */
export interface IdentidadeDePedido {
  evento_id: string;
  recurso_id: string;
  tipo: string;
  /** The JSON text to keep, and to hand to `interpretar` when the event is applied. */
  payload: string;
  resultado: null;
}

/** The delivery becomes an event that is closed as it is stored: nothing to apply. */
export interface IdentidadeEncerrada {
  evento_id: string;
  recurso_id: string | null;
  tipo: string;
  payload: string;
  resultado: 'teste' | 'tipo_ignorado';
}

/** What an authentic delivery is. `quarentena`: why it cannot become an event. */
export type Identidade = IdentidadeDePedido | IdentidadeEncerrada | { quarentena: string };

/**
 * What an event says about its order. `invalido`: why it says nothing that can be used. `ignorado`: the dialect does
 * not know the type.
 */
export type Interpretacao = Leitura | { invalido: string } | { ignorado: true };

/** Which changes of state this store's facts may make beyond the ordinary. See the domain's Regras. */
interface RegrasDoDialeto {
  saidas: Saidas;
  apiVence: boolean;
}

/** How the store delivers. */
export interface Politica {
  /** Attempts in all, the first one included. */
  tentativas: number;
  /** The wait before the second attempt. */
  esperaMs: number;
  /** Which answers the store takes for success. */
  sucesso: '2xx' | '200';
}

/** How one origem reaches its store's API. */
export interface AcessoDaApi {
  apiUrl: string;
  /** null: requests carry no authorization. */
  apiToken: string | null;
}

/**
 * All that is particular to one kind of store. Its functions are pure and never throw, whatever bytes a sender chose;
 * `suiteDoDialeto` is what each must pass.
 */
export interface Dialeto {
  nome: string;
  regras: RegrasDoDialeto;
  politica: Politica;
  /** What orders the facts of every store of this kind; missing where one store may have what another lacks. */
  criterio?: Criterio;
  /** Whether one of the secrets signed this delivery. */
  autenticar(entrega: Entrega, segredos: readonly Segredo[]): Autenticacao;
  /** What an authentic delivery is, to be asked before it is stored. */
  identificar(entrega: Entrega): Identidade;
  /**
   * What a stored event says.
   * @param payload the stored JSON, read by `readJson`
   */
  interpretar(payload: unknown, evento: { tipo: string; recurso_id: string }): Interpretacao;
  /** For events that tell it: the state that the order had just before. Whether one is missing is the fold's to say. */
  lacuna?(payload: unknown, evento: { tipo: string; recurso_id: string }): { antes: Status } | null;
  /** For stores that can be asked. Nothing is sent before the client is used. */
  criarApi?(acesso: AcessoDaApi): ClienteDaApi;
}

/** The settings of an origem that only its dialect knows, by name. */
export type Opcoes = Readonly<Record<string, string>>;

/** What is wrong with one option; never its value, which may be a secret in the wrong place. */
export interface ErroDeOpcao {
  opcao: string;
  motivo: string;
}

/** Makes the dialect of one origem out of its options. */
export type CriarDialeto = (opcoes: Opcoes) => { dialeto: Dialeto } | { erros: ErroDeOpcao[] };
