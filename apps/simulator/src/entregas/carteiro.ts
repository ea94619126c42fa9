import { setMaxListeners } from 'node:events';
import { setTimeout as esperar } from 'node:timers/promises';
import type { Politica } from '@entrada/lojas';
import pLimit from 'p-limit';
import type { Sorteio } from '../sorteio.ts';
import { type Azares, sortearAcidente } from './azares.ts';
import { type Embrulho, enderecar } from './embrulhar.ts';
import { esperaAntesDaProxima, julgar } from './politica.ts';
import { postar, type Resposta } from './postar.ts';

/** An event on its way to one receiver. */
export interface Pacote {
  origem: string;
  evento_id: string;
  tipo: string;
  pedido: string | null;
  politica: Politica;
  /** Where it goes, when an attempt starts; null while nothing is registered. */
  destino(): URL | null;
  /** What one attempt sends: a store may put the moment of the attempt around an unchanging payload. */
  montar(vez: { agora: Date; retry: boolean }): Embrulho;
  /** The receiver answered 2xx. */
  aoReconhecer(): void;
}

export interface Tentativa {
  attempt: number;
  iniciada_em: string;
  ms: number;
  /** true where a person asked for it. */
  retry: boolean;
  status: number | null;
  /** Why there is no status. */
  erro: string | null;
  /** The answer's first 4096 bytes. */
  resposta: string;
}

type Situacao = 'em_curso' | 'entregue' | 'desistiu' | 'nunca_enviada';

/** A line of the delivery log. */
export interface Entrega {
  id: string;
  origem: string;
  evento_id: string;
  tipo: string;
  pedido: string | null;
  criada_em: string;
  situacao: Situacao;
  tentativas: Tentativa[];
}

export interface OpcoesDoCarteiro {
  sorteio: Sorteio;
  azares: Azares;
  /** Attempts under way at the same time. */
  paralelo: number;
  /** Lines that the log keeps. */
  maxEntregas?: number;
}

/** Delivers each event by its store's policy, all in parallel. Attempts are numbered, and the log keeps what each one was answered. */
export class Carteiro {
  readonly entregas = new Map<string, Entrega>();
  azares: Azares;
  readonly #sorteio: Sorteio;
  readonly #vaga: ReturnType<typeof pLimit>;
  readonly #pacotes = new Map<string, Pacote>();
  readonly #fim = new AbortController();
  readonly #maxEntregas: number;
  #criadas = 0;
  #emCurso = 0;
  #tentativas = 0;

  constructor({ sorteio, azares, paralelo, maxEntregas = 20_000 }: OpcoesDoCarteiro) {
    this.#sorteio = sorteio;
    this.azares = azares;
    this.#vaga = pLimit(paralelo);
    this.#maxEntregas = maxEntregas;
    setMaxListeners(0, this.#fim.signal); // every delivery that waits listens to it
  }

  /** Takes an event on, with whatever chance has in store for it. */
  despachar(pacote: Pacote): void {
    const { duplicatas, nunca, embaralharMs } = this.azares;
    const sorteio = this.#sorteio;
    const atraso = (): number => sorteio.inteiro(0, embaralharMs);
    if (sorteio.chance(nunca)) {
      this.#anotar(pacote).situacao = 'nunca_enviada';
      return;
    }
    this.#iniciar(pacote, false, atraso());
    if (sorteio.chance(duplicatas)) this.#iniciar(pacote, sorteio.chance(0.5), atraso());
  }

  /** Sends a delivery once more because a person asks for it; null where the log does not know it. */
  async reenviar(id: string): Promise<Entrega | null> {
    const entrega = this.entregas.get(id);
    const pacote = this.#pacotes.get(id);
    if (!entrega || !pacote) return null;
    this.#emCurso++;
    try {
      await this.#tentar(entrega, pacote, true);
    } finally {
      this.#emCurso--;
    }
    return entrega;
  }

  /** One event by the rules, without bad luck; resolves when the delivery has ended. */
  async entregar(pacote: Pacote): Promise<Entrega> {
    const entrega = this.#anotar(pacote);
    await this.#seguir(entrega, pacote, { retry: false, atrasoMs: 0, comAzar: false });
    return entrega;
  }

  contar(): { entregas: number; em_curso: number; tentativas: number } {
    return { entregas: this.#criadas, em_curso: this.#emCurso, tentativas: this.#tentativas };
  }

  /** Begins nothing further. */
  parar(): void {
    this.#fim.abort();
    this.#vaga.clearQueue();
  }

  #iniciar(pacote: Pacote, retry: boolean, atrasoMs: number): void {
    void this.#seguir(this.#anotar(pacote), pacote, { retry, atrasoMs, comAzar: true });
  }

  #anotar(pacote: Pacote): Entrega {
    const { origem, evento_id, tipo, pedido } = pacote;
    const id = `d${++this.#criadas}`;
    const criada_em = new Date().toISOString();
    const entrega: Entrega = { id, origem, evento_id, tipo, pedido, criada_em, situacao: 'em_curso', tentativas: [] };
    this.entregas.set(id, entrega);
    this.#pacotes.set(id, pacote);
    const velha = this.#criadas > this.#maxEntregas ? `d${this.#criadas - this.#maxEntregas}` : '';
    this.entregas.delete(velha);
    this.#pacotes.delete(velha);
    return entrega;
  }

  async #seguir(
    entrega: Entrega,
    pacote: Pacote,
    { retry, atrasoMs, comAzar }: { retry: boolean; atrasoMs: number; comAzar: boolean },
  ): Promise<void> {
    const sinal = { signal: this.#fim.signal };
    this.#emCurso++;
    try {
      await esperar(atrasoMs, undefined, sinal);
      for (;;) {
        const desfecho = await this.#vaga(() => this.#tentar(entrega, pacote, retry, comAzar));
        if (desfecho !== 'tentar_de_novo') return;
        const espera = esperaAntesDaProxima(pacote.politica, entrega.tentativas.length);
        if (espera === null) break;
        await esperar(espera, undefined, sinal);
      }
      entrega.situacao = 'desistiu';
    } catch (e) {
      if (!this.#fim.signal.aborted) throw e;
    } finally {
      this.#emCurso--;
    }
  }

  async #tentar(entrega: Entrega, pacote: Pacote, retry: boolean, comAzar = false) {
    const agora = new Date();
    const inicio = performance.now();
    const acidente = comAzar ? sortearAcidente(this.azares, this.#sorteio) : null;
    const { prazoMs } = pacote.politica;
    const url = pacote.destino();
    const resposta: Resposta = url
      ? await postar({ ...enderecar(pacote.montar({ agora, retry }), url), prazoMs, acidente })
      : { recusado: 'no address is registered for this store' };
    this.#tentativas++;
    entrega.tentativas.push({
      attempt: entrega.tentativas.length + 1,
      iniciada_em: agora.toISOString(),
      ms: Math.round(performance.now() - inicio),
      retry,
      ...lerResposta(resposta),
    });
    const desfecho = julgar(resposta, pacote.politica);
    if (desfecho === 'entregue') {
      entrega.situacao = 'entregue';
      pacote.aoReconhecer();
    } else if (desfecho === 'desistir' && entrega.situacao === 'em_curso') entrega.situacao = 'desistiu';
    return desfecho;
  }
}

function lerResposta(resposta: Resposta): Pick<Tentativa, 'status' | 'erro' | 'resposta'> {
  if ('recusado' in resposta) return { status: null, erro: resposta.recusado, resposta: '' };
  if ('semResposta' in resposta) return { status: null, erro: resposta.semResposta, resposta: '' };
  return { status: resposta.status, erro: null, resposta: resposta.corpo };
}
