import type { DialetoDaLoja, Fala, Passo, PedidoNaLoja } from '@entrada/lojas';
import { Campos } from '../campos.ts';
import type { Sorteio } from '../sorteio.ts';

/** An order as the store has it now. */
export interface PedidoVivo extends PedidoNaLoja {
  vida: string;
  foi_enviado: boolean;
  /** In the order in which they happened. */
  eventos: EventoVivo[];
}

/** An event of the store, and whether the receiver has acknowledged it. */
export interface EventoVivo {
  evento_id: string;
  pedido: string | null;
  tipo: string;
  /** false: talk that changes no order. */
  muda: boolean;
  reconhecido: boolean;
}

export interface OpcoesDaLojaViva {
  nome: string;
  dialeto: DialetoDaLoja;
  /** Milliseconds since the epoch. */
  agora(): number;
  /** Hands an event to the one who delivers it. */
  aoContar(fala: Fala, evento: EventoVivo): void;
}

/** A store: its orders, and all that it has told about them. What it says of an order is the truth that others are held to. */
export class LojaViva {
  readonly nome: string;
  readonly dialeto: DialetoDaLoja;
  readonly pedidos = new Map<string, PedidoVivo>();
  readonly eventos = new Map<string, EventoVivo>();
  readonly #agora: () => number;
  readonly #aoContar: OpcoesDaLojaViva['aoContar'];

  constructor({ nome, dialeto, agora, aoContar }: OpcoesDaLojaViva) {
    this.nome = nome;
    this.dialeto = dialeto;
    this.#agora = agora;
    this.#aoContar = aoContar;
  }

  /** An order that begins: each step of its life is then made by calling what this returns. */
  abrir(id: string, vida: string, sorteio: Sorteio): (passo: Passo, noMesmoInstante?: boolean) => void {
    const campos = new Campos(sorteio);
    let pedido: PedidoVivo | null = null;
    return (passo, noMesmoInstante = false) => {
      const { tipo, palavra, recusado } = passo;
      const contados = campos.contar(recusado, pedido === null);
      const em = this.#instante(pedido, noMesmoInstante);
      const de = pedido?.status ?? null;
      pedido = {
        id,
        vida,
        status: palavra,
        sequence: (pedido?.sequence ?? 0) + 1,
        updated_at: em,
        ...campos.atuais(),
        foi_enviado: (pedido?.foi_enviado ?? false) || this.dialeto.palavras[palavra] === 'enviado',
        eventos: pedido?.eventos ?? [],
      };
      this.pedidos.set(id, pedido);
      for (const fala of this.dialeto.contar({ pedido, tipo, de, campos: contados })) this.#contar(fala, true);
    };
  }

  conversar(id: string): void {
    const pedido = this.pedidos.get(id);
    if (!pedido) return;
    pedido.sequence++;
    this.#contar(this.dialeto.conversar(id, this.#agora(), pedido.sequence), false);
  }

  testar(): { fala: Fala; evento: EventoVivo } {
    const fala = this.dialeto.testar(this.#agora());
    return { fala, evento: this.#anotar(fala, false) };
  }

  /** No two steps of an order at one instant, unless the store means it. */
  #instante(pedido: PedidoVivo | null, noMesmo: boolean): number {
    const { resolucaoMs } = this.dialeto;
    const agora = Math.floor(this.#agora() / resolucaoMs) * resolucaoMs;
    if (pedido === null) return agora;
    return noMesmo ? pedido.updated_at : Math.max(agora, pedido.updated_at + resolucaoMs);
  }

  #contar(fala: Fala, muda: boolean): void {
    this.#aoContar(fala, this.#anotar(fala, muda));
  }

  #anotar({ evento_id, repetivel, pedido, tipo }: Fala, muda: boolean): EventoVivo {
    if (this.eventos.has(evento_id) && !repetivel)
      throw new Error(`the store tells two things under one key: ${evento_id}`);
    const evento = { evento_id, pedido, tipo, muda, reconhecido: false };
    this.eventos.set(repetivel ? `${evento_id}~${this.eventos.size}` : evento_id, evento);
    if (pedido !== null) this.pedidos.get(pedido)?.eventos.push(evento);
    return evento;
  }
}
