import type { CamposContados } from '@entrada/lojas';
import type { PedidoNaLoja } from './gerador.ts';
import type { Sorteio } from './sorteio.ts';

/** The fields of one order: what the store has, and what its events have told so far. */
export class Campos {
  readonly #sorteio: Sorteio;
  #total: number;
  #email: string;
  #totalContado = false;
  #emailContado = false;

  constructor(sorteio: Sorteio) {
    this.#sorteio = sorteio;
    this.#total = sorteio.inteiro(0, 500_000);
    this.#email = sortearEmail(sorteio);
  }

  /**
   * The fields of the next event. A field that has just changed is always told; a refused event changes none.
   * @param tudo tells both fields, changed or not
   */
  contar(recusado: boolean, tudo = false): CamposContados {
    const sorteio = this.#sorteio;
    const totalMudou = !recusado && sorteio.chance(0.2);
    const emailMudou = !recusado && sorteio.chance(0.1);
    if (totalMudou) this.#total = sorteio.inteiro(0, 500_000);
    if (emailMudou) this.#email = sortearEmail(sorteio);
    // With interest the bank confirms another amount than the order's; the order stays as it was when it was cancelled.
    const juros = recusado && this.#totalContado ? sorteio.inteiro(0, 500) : 0;
    const total = contarOuCalar(this.#total + juros, totalMudou || tudo, sorteio);
    const email = contarOuCalar(this.#email, emailMudou || tudo, sorteio);
    this.#totalContado ||= total !== null && total !== undefined;
    this.#emailContado ||= email !== null && email !== undefined;
    return {
      ...(total === undefined ? {} : { total_cents: total }),
      ...(email === undefined ? {} : { customer_email: email }),
    };
  }

  /** What the store has, told or not. */
  atuais(): { total_cents: number; customer_email: string } {
    return { total_cents: this.#total, customer_email: this.#email };
  }

  sabidos(): Pick<PedidoNaLoja, 'total_centavos' | 'cliente_email'> {
    return {
      total_centavos: this.#totalContado ? this.#total : null,
      cliente_email: this.#emailContado ? this.#email : null,
    };
  }
}

/** Stores tell a field, send null for it, or leave it out. */
function contarOuCalar<T>(valor: T, mudou: boolean, sorteio: Sorteio): T | null | undefined {
  if (mudou || sorteio.chance(0.6)) return valor;
  return sorteio.um([null, undefined]);
}

const sortearEmail = (sorteio: Sorteio): string =>
  `${sorteio.um(['ana', 'joao', 'érica', 'Luís.Otávio', "d'avila"])}+${sorteio.inteiro(1, 9999)}@${sorteio.um(['exemplo.com.br', 'example.com'])}`;
