import type { Queue } from 'bullmq';
import type { Backend } from './backend.ts';
import { type DadosDa, type FilaDePedidos, jobDoPedido } from './jobs.ts';

/** `indisponivel`: not even tried; `prazo`: no answer in time, it may still have worked; `erro`: refused. */
export type MotivoDePular = 'indisponivel' | 'prazo' | 'erro';

export interface Enfileiramento {
  enfileirados: number;
  pulados: number;
}

export interface Contadores {
  enfileirados: number;
  pulados: Record<MotivoDePular, number>;
}

export const PRAZO_MS = 1_500;

/**
 * Wakes the workers for orders, and is only a wake-up: it never throws and never waits longer than 1.5 s, since the rows
 * are in the inbox already and the sweep finds whatever is skipped here.
 */
export class Produtor<N extends FilaDePedidos> {
  readonly contadores: Contadores = { enfileirados: 0, pulados: { indisponivel: 0, prazo: 0, erro: 0 } };
  readonly #backend: Backend;
  readonly #queue: Queue;
  readonly #aoFalhar: (err: unknown) => void;
  #emVoo = 0;
  /** Set by an add that was not answered in time, cleared by one that was. */
  #suspeita = false;

  constructor(backend: Backend, queue: Queue, aoFalhar: (err: unknown) => void) {
    this.#backend = backend;
    this.#queue = queue;
    this.#aoFalhar = aoFalhar;
  }

  /** Counts orders, not entries: several events of one order are one job. */
  async enfileirar(pedidos: readonly DadosDa<N>[]): Promise<Enfileiramento> {
    const jobs = umPorPedido(pedidos).map(jobDoPedido);
    if (jobs.length === 0) return { enfileirados: 0, pulados: 0 };
    const pulou = await this.#tentar(jobs);
    if (pulou === null) {
      this.contadores.enfileirados += jobs.length;
      return { enfileirados: jobs.length, pulados: 0 };
    }
    this.contadores.pulados[pulou] += jobs.length;
    return { enfileirados: 0, pulados: jobs.length };
  }

  async #tentar(jobs: ReturnType<typeof jobDoPedido>[]): Promise<MotivoDePular | null> {
    // Commands to a server that hangs pile up in memory and in its socket: while it is suspected, one at a time probes it.
    if (!this.#backend.pronto() || (this.#suspeita && this.#emVoo > 0)) return 'indisponivel';
    let relogio: NodeJS.Timeout | undefined;
    const prazo = new Promise<'prazo'>((resolve) => {
      relogio = setTimeout(resolve, PRAZO_MS, 'prazo');
    });
    this.#emVoo += 1;
    try {
      const pulou = await Promise.race([this.#queue.addBulk(jobs).then(() => null), prazo]);
      this.#suspeita = pulou !== null;
      return pulou;
    } catch (err) {
      this.#suspeita = true;
      this.#aoFalhar(err);
      return 'erro';
    } finally {
      this.#emVoo -= 1;
      clearTimeout(relogio);
    }
  }
}

/** One entry per order, the last one. */
function umPorPedido<D extends { origem: string; recurso_id: string }>(pedidos: readonly D[]): D[] {
  return [...new Map(pedidos.map((p) => [`${p.origem}:${p.recurso_id}`, p])).values()];
}
