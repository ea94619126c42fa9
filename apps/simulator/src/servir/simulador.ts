import type { DialetoDaLoja, Fala } from '@entrada/lojas';
import type { Azares } from '../entregas/azares.ts';
import { Carteiro, type Entrega, type Pacote } from '../entregas/carteiro.ts';
import { embrulhar } from '../entregas/embrulhar.ts';
import { motivoInterno } from '../entregas/endereco.ts';
import { criarErp, type Erp } from '../erp/erp.ts';
import type { BotoesDaApi } from '../lojas/api.ts';
import { type EventoVivo, LojaViva } from '../lojas/loja-viva.ts';
import { viver } from '../lojas/mundo.ts';
import { criarSorteio } from '../sorteio.ts';

/** One store to play: an origem of the receiver. */
export interface LojaConfigurada {
  nome: string;
  dialeto: DialetoDaLoja;
  segredo: string;
  token: string | null;
  opcoes: Readonly<Record<string, string>>;
}

export interface OpcoesDoSimulador {
  lojas: readonly LojaConfigurada[];
  erpSegredo: string;
  semente: string;
  azares: Azares;
  /** Instead of the policy's own waits between attempts. */
  esperasMs: readonly number[] | null;
  paralelo: number;
  api: BotoesDaApi;
  /** Addresses of the local network may be registered. */
  desenvolvimento: boolean;
}

export interface Vida {
  semente: string;
  pedidos: number;
  duracaoMs: number;
  reabre: boolean;
}

/** Stores that live, the post between them and the receiver, and an ERP. */
export class Simulador {
  readonly lojas = new Map<string, LojaViva>();
  readonly carteiro: Carteiro;
  readonly erp: Erp;
  readonly api: BotoesDaApi;
  readonly #configuradas = new Map<string, LojaConfigurada>();
  readonly #registros = new Map<string, URL>();
  readonly #esperasMs: readonly number[] | null;
  readonly #desenvolvimento: boolean;
  readonly #fim = new AbortController();
  #vivendo = 0;
  #erro: unknown = null;

  constructor(opcoes: OpcoesDoSimulador) {
    const { semente, azares, paralelo } = opcoes;
    this.carteiro = new Carteiro({ sorteio: criarSorteio(`${semente}/post`), azares, paralelo });
    this.erp = criarErp({ segredo: opcoes.erpSegredo, sorteio: criarSorteio(`${semente}/erp`) });
    this.api = opcoes.api;
    this.#esperasMs = opcoes.esperasMs;
    this.#desenvolvimento = opcoes.desenvolvimento;
    for (const configurada of opcoes.lojas) {
      const { nome, dialeto } = configurada;
      this.#configuradas.set(nome, configurada);
      this.lojas.set(
        nome,
        new LojaViva({
          nome,
          dialeto,
          agora: Date.now,
          aoContar: (fala, evento) => this.carteiro.despachar(this.#embrulhar(configurada, fala, evento)),
        }),
      );
    }
  }

  token(origem: string): string | null {
    return this.#configuradas.get(origem)?.token ?? null;
  }

  registro(origem: string): URL | null {
    return this.#registros.get(origem) ?? null;
  }

  /** Where a store delivers to from now on; otherwise why it will not. */
  async registrar(origem: string, url: URL): Promise<string | null> {
    const motivo = this.#desenvolvimento ? null : await motivoInterno(url);
    if (motivo === null) this.#registros.set(origem, url);
    return motivo;
  }

  /** Sends a store's test event, and comes back with what became of it. */
  async testar(origem: string): Promise<Entrega | null> {
    const configurada = this.#configuradas.get(origem);
    const feito = this.lojas.get(origem)?.testar();
    if (!configurada || !feito) return null;
    return this.carteiro.entregar(this.#embrulhar(configurada, feito.fala, feito.evento));
  }

  /** Lets so many orders begin and live; comes back when the last one has reached its end. */
  async viver(vida: Vida): Promise<void> {
    this.#vivendo++;
    try {
      await viver({ ...vida, lojas: [...this.lojas.values()], sinal: this.#fim.signal });
    } catch (e) {
      if (!this.#fim.signal.aborted) this.#erro = e;
    } finally {
      this.#vivendo--;
    }
  }

  andamento() {
    const lojas = [...this.lojas.values()];
    const eventos = lojas.flatMap((l) => [...l.eventos.values()]);
    const { entregas, em_curso, tentativas } = this.carteiro.contar();
    return {
      vivendo: this.#vivendo > 0,
      quieto: this.#vivendo === 0 && em_curso === 0,
      erro: this.#erro === null ? null : String(this.#erro),
      pedidos: lojas.reduce((n, l) => n + l.pedidos.size, 0),
      eventos: eventos.length,
      reconhecidos: eventos.filter((e) => e.reconhecido).length,
      entregas,
      em_curso,
      tentativas,
      recebidos_no_erp: this.erp.recebidos().length,
    };
  }

  get parado(): boolean {
    return this.#fim.signal.aborted;
  }

  parar(): void {
    this.#fim.abort();
    this.carteiro.parar();
  }

  #embrulhar({ nome, dialeto, segredo, opcoes }: LojaConfigurada, fala: Fala, evento: EventoVivo): Pacote {
    const { evento_id, tipo, pedido } = fala;
    const { politica } = dialeto;
    return {
      origem: nome,
      evento_id,
      tipo,
      pedido,
      politica: this.#esperasMs === null ? politica : { ...politica, esperasMs: this.#esperasMs },
      destino: () => this.registro(nome),
      montar: (vez) => {
        const corpo = fala.corpo(vez);
        return embrulhar(fala, corpo, vez.agora, { dialeto, segredo, opcoes });
      },
      aoReconhecer: () => {
        evento.reconhecido = true;
      },
    };
  }
}
