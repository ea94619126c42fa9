import { podeDividirInstante, type StatusNaLoja, VIDAS } from '@entrada/lojas';
import { Campos } from './campos.ts';
import { criarSorteio, porPeso, type Sorteio } from './sorteio.ts';

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
  const vida = porPeso(VIDAS, sorteio);
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
