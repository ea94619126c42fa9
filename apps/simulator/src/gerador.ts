import { criarSorteio, type Sorteio } from './sorteio.ts';
import { podeDividirInstante, type StatusNaLoja, VIDAS, type Vida } from './vidas.ts';

export interface EventoDaLoja {
  id: string;
  pedido: string;
  /** The body exactly as it is signed and sent. */
  corpo: string;
}

/** What the store itself says about an order once all has happened. null: it never told us that field. */
export interface PedidoNaLoja {
  id: string;
  vida: string;
  status: StatusNaLoja;
  total_centavos: number | null;
  cliente_email: string | null;
}

export interface Loja {
  /** Every order and event id of this store begins so. */
  prefixo: string;
  pedidos: PedidoNaLoja[];
  /** In the order in which they happened, order by order. */
  eventos: EventoDaLoja[];
}

export interface OpcoesDaLoja {
  semente: string;
  pedidos: number;
  /** `sequencia`: the events also carry a number that counts the events of their order. */
  versao: 'instante' | 'sequencia';
}

/**
 * A store with a past. Nothing here asks a clock or anything outside the seed, and an order depends on the seed and
 * its own number only: the same seed gives the same bytes, also when more orders are asked for.
 */
export function gerarLoja(opcoes: OpcoesDaLoja): Loja {
  const prefixo = `sim-${opcoes.semente}-`;
  const loja: Loja = { prefixo, pedidos: [], eventos: [] };
  for (let n = 1; n <= opcoes.pedidos; n++) {
    const { pedido, eventos } = viver(`${prefixo}${n}`, criarSorteio(`${opcoes.semente}/${n}`), opcoes.versao);
    loja.pedidos.push(pedido);
    loja.eventos.push(...eventos);
  }
  return loja;
}

const INICIO_MS = Date.UTC(2025, 0, 1);
const DIA_MS = 24 * 60 * 60 * 1000;

function viver(id: string, sorteio: Sorteio, versao: OpcoesDaLoja['versao']) {
  const vida = sortearVida(sorteio);
  const campos = new Campos(sorteio);
  const eventos: EventoDaLoja[] = [];
  const contar = (type: string, instante: number, data: object): void => {
    const numero = eventos.length + 1;
    const sequencia = versao === 'sequencia' ? { sequence: numero } : {};
    const evento = { id: `${id}-e${numero}`, type, ...sequencia, occurred_at: escreverInstante(instante, sorteio) };
    eventos.push({ id: evento.id, pedido: id, corpo: JSON.stringify({ ...evento, data: { id, ...data } }) });
  };
  let instante = INICIO_MS + sorteio.inteiro(0, 200 * DIA_MS);
  let anterior: (typeof vida.passos)[number] | undefined;
  for (const passo of vida.passos) {
    const divide = podeDividirInstante(anterior?.tipo, passo.tipo) && sorteio.chance(0.2);
    if (anterior && !divide) instante += sorteio.chance(0.3) ? sorteio.inteiro(1, 999) : sorteio.inteiro(1, 2 * DIA_MS);
    contar(passo.tipo, instante, { ...campos.contar(passo.recusado ?? false), items: sortearItens(sorteio) });
    if (sorteio.chance(0.05)) contar('order.comment_added', instante, { comment: 'cliente pediu urgência' });
    anterior = passo;
  }
  const status: StatusNaLoja = anterior?.fica ?? 'criado';
  return { pedido: { id, vida: vida.nome, status, ...campos.sabidos() } satisfies PedidoNaLoja, eventos };
}

/** The fields of one order: what the store has, and what its events have told so far. */
class Campos {
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

  /** The fields of the next event. A field that has just changed is always told; a refused event changes none. */
  contar(recusado: boolean): { total_cents?: number | null; customer_email?: string | null } {
    const sorteio = this.#sorteio;
    const totalMudou = !recusado && sorteio.chance(0.2);
    const emailMudou = !recusado && sorteio.chance(0.1);
    if (totalMudou) this.#total = sorteio.inteiro(0, 500_000);
    if (emailMudou) this.#email = sortearEmail(sorteio);
    // With interest the bank confirms another amount than the order's; the order stays as it was when it was cancelled.
    const juros = recusado && this.#totalContado ? sorteio.inteiro(0, 500) : 0;
    const total = contarOuCalar(this.#total + juros, totalMudou, sorteio);
    const email = contarOuCalar(this.#email, emailMudou, sorteio);
    this.#totalContado ||= total !== null && total !== undefined;
    this.#emailContado ||= email !== null && email !== undefined;
    return {
      ...(total === undefined ? {} : { total_cents: total }),
      ...(email === undefined ? {} : { customer_email: email }),
    };
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

function sortearVida(sorteio: Sorteio): Vida {
  const alvo = sorteio.numero() * VIDAS.reduce((soma, v) => soma + v.peso, 0);
  let soma = 0;
  for (const vida of VIDAS) {
    soma += vida.peso;
    if (alvo < soma) return vida;
  }
  throw new Error('the store has no lives to draw from');
}

const sortearEmail = (sorteio: Sorteio): string =>
  `${sorteio.um(['ana', 'joao', 'érica', 'Luís.Otávio', "d'avila"])}+${sorteio.inteiro(1, 9999)}@${sorteio.um(['exemplo.com.br', 'example.com'])}`;

const sortearItens = (sorteio: Sorteio) =>
  Array.from({ length: sorteio.inteiro(1, 3) }, () => ({
    sku: `SKU-${sorteio.inteiro(1, 99_999)}`,
    title: sorteio.um(['Café "especial" 250 g', 'Xícara \u{1F375}', 'Moedor C\\40', 'Filtro nº 3']),
    quantity: sorteio.inteiro(1, 4),
  }));

/** The same instant in UTC or in the time of Brasilia. */
function escreverInstante(ms: number, sorteio: Sorteio): string {
  if (sorteio.chance(0.7)) return new Date(ms).toISOString();
  return new Date(ms - 3 * 60 * 60 * 1000).toISOString().replace('Z', '-03:00');
}
