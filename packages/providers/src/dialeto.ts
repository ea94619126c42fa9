import type { Anotacao, Criterio, Leitura, Saidas, Status } from '@entrada/domain';
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
  /** The store names no event: `evento_id` is the beginning of one. See chaveDoGatilho. */
  repetivel?: true;
}

/** The delivery becomes an event that is closed as it is stored: nothing to apply. */
export interface IdentidadeEncerrada {
  evento_id: string;
  recurso_id: string | null;
  tipo: string;
  payload: string;
  /** `privacidade`: a request about somebody's personal data, which the merchant has to answer. */
  resultado: 'teste' | 'tipo_ignorado' | 'privacidade';
  repetivel?: true;
}

/** What an authentic delivery is. `quarentena`: why it cannot become an event. */
export type Identidade = IdentidadeDePedido | IdentidadeEncerrada | { quarentena: string };

/**
 * What an event says about its order. `anotacao`: a refund or a dispute, and nothing of the state. `gatilho`: that it
 * changed, so that it is to be read from the API. `invalido`: why it says nothing that can be used. `ignorado`: the
 * dialect does not know the type.
 */
export type Interpretacao = Leitura | Anotacao | { gatilho: true } | { invalido: string } | { ignorado: true };

/** What the store wants to hear before it knows us, word for word. Such a delivery is no event and is stored nowhere. */
export interface Saudacao {
  status: 200;
  corpo: string;
  tipo: 'text/plain' | 'application/json';
}

/** What a kind of store promises, and what not. README's table shows it, and suiteDoDialeto holds the dialect to it. */
export interface Declaracao {
  /**
   * What the signature covers. Of all but `corpo` the body is a hint only: its events are triggers, and what the order is
   * comes from the API.
   */
  assinatura: 'corpo' | 'manifesto' | 'nada';
  /**
   * What makes two deliveries one event: an id of the store's, what they say (then the same bytes are the same fact), or
   * null: nothing does, and each is a trigger.
   */
  chave: 'id' | 'conteudo' | null;
  /** `magro`: the deliveries name an order and do not say what it is. */
  corpo: 'cheio' | 'magro';
  /** The finest difference between two moments that the store tells, in ms; null where a sequence orders its facts. */
  resolucaoMs: number | null;
}

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
  /** How long it waits for one; null: it does not say. */
  prazoMs: number | null;
  /** What it does to the subscription when all attempts have failed. `desativa`: somebody has to switch it on again. */
  castigo: 'nenhum' | 'desativa' | 'apaga';
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
  declaracao: Declaracao;
  regras: RegrasDoDialeto;
  politica: Politica;
  /** What orders the facts of every store of this kind; missing where one store may have what another lacks. */
  criterio?: Criterio;
  /** What is wrong with a secret, which a store of this kind would never give; null: nothing. Never repeats it. */
  defeitoDoSegredo?(segredo: string): string | null;
  /** The answer to a delivery that only asks whether somebody is here; null for every other one. Asked before anything. */
  saudar?(entrega: Entrega): Saudacao | null;
  /**
   * Whether one of the secrets signed this delivery.
   * @param agora milliseconds since the epoch, for signatures that grow old
   */
  autenticar(entrega: Entrega, segredos: readonly Segredo[], agora: number): Autenticacao;
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
