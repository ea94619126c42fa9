import type { DialetoDaLoja, Fala, PedidoNaLoja, VidaViva } from '@entrada/lojas';

/** A number from 0 to below 1, the same sequence for the same seed. */
export function criarSorteio(semente: number): () => number {
  let estado = semente >>> 0;
  return () => {
    estado = (estado + 0x6d2b79f5) >>> 0;
    let t = estado;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Something that the store tells, once it has happened. */
export interface Contada {
  pedido: string;
  fala: Fala;
}

const INICIO = Date.UTC(2026, 2, 1, 12);

/** A store whose orders live side by side, on a clock of its own. */
export class Mundo {
  readonly pedidos: Map<string, PedidoNaLoja>;
  /** How often each order was opened again. */
  readonly reaberturas = new Map<string, number>();
  agora = INICIO;
  readonly #loja: DialetoDaLoja;
  readonly #sorteio: () => number;
  readonly #faltam = new Map<string, VidaViva['passos'][number][]>();

  /** @param reabre whether orders may be opened again */
  constructor(
    loja: DialetoDaLoja,
    pedidos: Map<string, PedidoNaLoja>,
    { quantos, reabre }: { quantos: number; reabre: boolean },
    sorteio: () => number,
  ) {
    this.#loja = loja;
    this.#sorteio = sorteio;
    this.pedidos = pedidos;
    pedidos.clear();
    const vidas = loja.vidas(reabre);
    for (let n = 0; n < quantos; n++) {
      const vida = vidas[Math.floor(sorteio() * vidas.length)];
      this.#faltam.set(String(100_000_000_001 + n), [...(vida?.passos ?? [])]);
    }
  }

  get inicio(): Date {
    return new Date(INICIO - 1_000);
  }

  #total = (): number => Math.floor(this.#sorteio() * 100_000);

  /** The next thing that happens to some order; null where all have reached their end. */
  acontecer(): Contada[] | null {
    const vivos = [...this.#faltam].filter(([, passos]) => passos.length > 0);
    const [id, passos] = vivos[Math.floor(this.#sorteio() * vivos.length)] ?? [];
    const passo = passos?.shift();
    if (id === undefined || passo === undefined) return null;
    const antes = this.pedidos.get(id) ?? null;
    const postoAntes = antes ? POSTO[this.#loja.palavras[antes.status] ?? 'criado'] : 0;
    const dividido = antes !== null && passo.posto > postoAntes && this.#sorteio() < 0.3;
    const { resolucaoMs } = this.#loja;
    this.agora += 1 + Math.floor(this.#sorteio() * 5 * resolucaoMs);
    const piso = Math.floor(this.agora / resolucaoMs) * resolucaoMs;
    const em = antes
      ? Math.max(dividido ? antes.updated_at : piso, antes.updated_at + (dividido ? 0 : resolucaoMs))
      : piso;
    this.agora = Math.max(this.agora, em);
    if (antes && postoAntes >= 4 && passo.posto < 4) this.reaberturas.set(id, (this.reaberturas.get(id) ?? 0) + 1);
    const pedido: PedidoNaLoja = {
      id,
      status: passo.palavra,
      sequence: (antes?.sequence ?? 0) + 1,
      updated_at: em,
      // What the store heard of and did not accept changes nothing.
      total_cents: antes && (passo.recusado || this.#sorteio() < 0.7) ? antes.total_cents : this.#total(),
      customer_email: antes?.customer_email ?? `cliente${id}@example.com`,
    };
    this.pedidos.set(id, pedido);
    const campos = { total_cents: pedido.total_cents, customer_email: pedido.customer_email };
    const mudanca = { pedido, tipo: passo.tipo, de: antes?.status ?? null, campos };
    return this.#loja.contar(mudanca).map((fala) => ({ pedido: id, fala }));
  }
}

const POSTO = { criado: 1, pago: 2, enviado: 3, cancelado: 4, reembolsado: 5 } as const;
