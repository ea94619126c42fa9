import type { MarcasDoEvento } from './marcas.ts';
import { RANK, type Status } from './status.ts';

/** `webhook`: the store told us; `api`: we asked the store. */
export type Fonte = 'webhook' | 'api';

/** What orders the facts of one store: the instant at which they happened, or a sequence per order. */
export const CRITERIOS = ['instante', 'sequencia'] as const;
export type Criterio = (typeof CRITERIOS)[number];

/** The fields of an order besides its state. null: this fact says nothing about it. */
export interface Dados {
  /** Integer cents of the store's currency. */
  total_centavos: number | null;
  cliente_email: string | null;
}

/** What one event says about one order. */
export interface Fato {
  evento_id: string;
  status: Status;
  /** See versaoDoFato. */
  versao: number;
  fonte: Fonte;
  dados: Dados;
}

/** What a dialect read in one event, before the store's criterion makes a version of it. */
export interface Leitura {
  status: Status;
  /** Milliseconds since the epoch, at the dialect's resolution; null where the event carries no instant. */
  occurredAt: number | null;
  sequence: number | null;
  dados: Dados;
  marcas?: MarcasDoEvento;
}

/** What an event says that tells refunds or disputes and nothing of the order's state. */
export type Anotacao = Pick<Leitura, 'occurredAt' | 'sequence'> & { anotacao: MarcasDoEvento };

const PASSO_DO_INSTANTE = 10;
const UM_DIA_MS = 24 * 60 * 60 * 1000;

/** The version of a fact: its sequence, or the instant in ms * 10 + RANK[status] where it has none. */
export function versaoDoFato(fato: { sequence?: number | null; occurredAt?: number | null }, status: Status): number {
  if (fato.sequence != null) return fato.sequence;
  if (fato.occurredAt != null) return fato.occurredAt * PASSO_DO_INSTANTE + RANK[status];
  throw new Error('a fact needs a sequence or an instant');
}

/** The part of a version that says when: the instant in ms, or the sequence itself. */
export function momentoDaVersao(versao: number, criterio: Criterio): number {
  return criterio === 'sequencia' ? versao : Math.floor(versao / PASSO_DO_INSTANTE);
}

/** The criterion that the first event of a store fixes for all of its events. */
export function criterioDaLeitura(leitura: Leitura): Criterio {
  return leitura.sequence === null ? 'instante' : 'sequencia';
}

export type FatoOuMotivo = { fato: Fato } | { invalido: string };

/**
 * Makes a fact of a reading under the store's criterion.
 * @param recebidoEm milliseconds since the epoch at which the event was stored
 * @returns the fact, or why the event is `invalido`
 */
export function fatoDaLeitura(
  leitura: Leitura,
  evento: { evento_id: string; fonte: Fonte; recebidoEm: number },
  criterio: Criterio,
): FatoOuMotivo {
  const { sequence, occurredAt, status, dados } = leitura;
  if (occurredAt !== null && occurredAt - evento.recebidoEm > UM_DIA_MS)
    return { invalido: 'the instant lies more than 24 h after the moment of arrival' };
  if (criterio === 'sequencia' && sequence === null)
    return { invalido: 'this store is ordered by sequence, and the event carries none' };
  if (criterio === 'instante' && occurredAt === null)
    return { invalido: 'this store is ordered by instant, and the event carries none' };
  const versao = versaoDoFato(criterio === 'sequencia' ? { sequence } : { occurredAt }, status);
  if (!Number.isSafeInteger(versao) || versao < 0)
    return { invalido: `the version ${versao} is not a whole number from 0 to 2^53` };
  return { fato: { evento_id: evento.evento_id, fonte: evento.fonte, status, versao, dados } };
}
