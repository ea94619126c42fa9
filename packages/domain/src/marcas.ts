import type { Fonte } from './fato.ts';
import type { Status } from './status.ts';

/**
 * What one event says of refunds and disputes, each under the id that the store gives it, so that one which is told twice
 * counts once. They are not states of an order, and nothing is shipped, stopped or restocked because of them.
 */
export interface MarcasDoEvento {
  /** What was paid back under each refund, in cents; 0: it failed or was taken back. */
  reembolsos?: readonly { id: string; centavos: number }[];
  disputas?: readonly { id: string; aberta: boolean }[];
}

/** The newest statement about one refund (cents) or one dispute (1 open, 0 closed). */
export interface Dita {
  id: string;
  /** The instant in ms, or the sequence, by the store's criterion. */
  momento: number;
  fonte: Fonte;
  valor: number;
}

/** All that is known of an order's refunds and disputes: one statement for each id, by id. */
export interface MarcasDitas {
  reembolsos: readonly Dita[];
  disputas: readonly Dita[];
}
export const NADA_DITO: MarcasDitas = { reembolsos: [], disputas: [] };

/** What people and the ERP see. */
export interface Marcas {
  /** Cents paid back of an order that is not refunded as a whole; null where nothing was. */
  reembolso_parcial_centavos: number | null;
  em_disputa: boolean;
  /** It was cancelled or refunded, and the store took that back. */
  reaberto: boolean;
}

/** An event's statements with their moment; null where it makes none. */
export function dizerMarcas(
  marcas: MarcasDoEvento | undefined,
  quando: { momento: number; fonte: Fonte },
): MarcasDitas | null {
  const reembolsos = (marcas?.reembolsos ?? []).map(({ id, centavos }): Dita => ({ id, ...quando, valor: centavos }));
  const disputas = (marcas?.disputas ?? []).map(({ id, aberta }): Dita => ({ id, ...quando, valor: aberta ? 1 : 0 }));
  return reembolsos.length + disputas.length === 0
    ? null
    : { reembolsos: juntar(reembolsos), disputas: juntar(disputas, SO_FECHA) };
}

/** Of each refund and dispute the newest statement. Commutative, associative and idempotent: arrival does not matter. */
export function juntarMarcas(a: MarcasDitas, b: MarcasDitas): MarcasDitas {
  return {
    reembolsos: juntar([...a.reembolsos, ...b.reembolsos]),
    disputas: juntar([...a.disputas, ...b.disputas], SO_FECHA),
  };
}

/** Of one moment, the greater refund counts; and the dispute that is closed, because it was open before. */
const SO_FECHA = -1;

function juntar(ditas: readonly Dita[], sentido = 1): Dita[] {
  const ultimas = new Map<string, Dita>();
  for (const dita of ditas) {
    const outra = ultimas.get(dita.id);
    if (outra === undefined || comparar(dita, outra, sentido) > 0) ultimas.set(dita.id, dita);
  }
  return [...ultimas.values()].sort((a, b) => (a.id < b.id ? -1 : 1));
}

function comparar(a: Dita, b: Dita, sentido: number): number {
  const daApi = (d: Dita): number => (d.fonte === 'api' ? 1 : 0);
  return a.momento - b.momento || daApi(a) - daApi(b) || sentido * (a.valor - b.valor);
}

export function marcasDoPedido(ditas: MarcasDitas, pedido: { status: Status; reaberto: boolean } | null): Marcas {
  const { centavos, em_disputa } = resumirMarcas(ditas);
  const parcial = centavos > 0 && pedido?.status !== 'reembolsado';
  return {
    reembolso_parcial_centavos: parcial ? centavos : null,
    em_disputa,
    reaberto: pedido?.reaberto ?? false,
  };
}

/** The sum of the refunds, and whether a dispute is open. */
export function resumirMarcas({ reembolsos, disputas }: MarcasDitas): { centavos: number; em_disputa: boolean } {
  return {
    centavos: reembolsos.reduce((soma, r) => soma + r.valor, 0),
    em_disputa: disputas.some((d) => d.valor === 1),
  };
}

/** Whether two events say the same of refunds and disputes. */
export function mesmasMarcas(a: MarcasDitas | null, b: MarcasDitas | null): boolean {
  return emTexto(a ?? NADA_DITO) === emTexto(b ?? NADA_DITO);
}

const emTexto = ({ reembolsos, disputas }: MarcasDitas): string =>
  JSON.stringify([reembolsos, disputas].map((ditas) => ditas.map((d) => [d.id, d.momento, d.fonte, d.valor])));
