import {
  type Anotacao,
  type Criterio,
  criterioDaLeitura,
  type Fato,
  type Fonte,
  fatoDaLeitura,
  type Leitura,
  momentoDaVersao,
} from './fato.ts';
import { dizerMarcas, type MarcasDitas } from './marcas.ts';
import type { Status } from './status.ts';

/** What of an event's row decides which fact it becomes. */
export interface EventoDatado {
  evento_id: string;
  fonte: Fonte;
  recebido_em: Date;
}

/** An event with what its dialect made of it. */
export type EventoLido<E extends EventoDatado> = { evento: E } & (
  | { leitura: Leitura; antes: Status | null }
  | Anotacao
  | { resultado: 'invalido'; erro: string }
  | { resultado: 'tipo_ignorado' | 'gatilho'; erro: null }
);

/** An event that is a fact. */
export interface EventoComFato<E extends EventoDatado> {
  evento: E;
  leitura: Leitura;
  /** The state that the order had just before, as far as the event tells it. */
  antes: Status | null;
  fato: Fato;
  /** What it says of refunds and disputes; null: nothing. */
  marcas: MarcasDitas | null;
}

/** An event that is closed without becoming a fact. */
export interface EventoSemFato<E extends EventoDatado> {
  evento: E;
  resultado: 'invalido' | 'tipo_ignorado' | 'gatilho' | 'anotado';
  erro: string | null;
  marcas?: MarcasDitas | null;
}

/** The criterion that these events would fix, were they a store's first: the oldest one decides. */
export function criterioDosEventos(lidos: readonly EventoLido<EventoDatado>[]): Criterio | null {
  const primeiro = lidos
    .filter((l) => 'leitura' in l)
    .reduce<(EventoLido<EventoDatado> & { leitura: Leitura }) | null>(
      (a, b) => (a !== null && a.evento.recebido_em <= b.evento.recebido_em ? a : b),
      null,
    );
  return primeiro && criterioDaLeitura(primeiro.leitura);
}

/** Gives each reading its version. */
export function separarFatos<E extends EventoDatado>(
  lidos: readonly EventoLido<E>[],
  criterio: Criterio | null,
): { comFato: EventoComFato<E>[]; semFato: EventoSemFato<E>[] } {
  const comFato: EventoComFato<E>[] = [];
  const semFato: EventoSemFato<E>[] = [];
  for (const lido of lidos) {
    if ('anotacao' in lido) semFato.push(anotar(lido, criterio));
    else if (!('leitura' in lido)) semFato.push(lido);
    else {
      const feito = datar(lido, criterio);
      if ('fato' in feito) comFato.push(feito);
      else semFato.push(feito);
    }
  }
  return { comFato, semFato };
}

function datar<E extends EventoDatado>(
  { evento, leitura, antes }: { evento: E; leitura: Leitura; antes: Status | null },
  conhecido: Criterio | null,
): EventoComFato<E> | EventoSemFato<E> {
  const { evento_id, fonte, recebido_em } = evento;
  const criterio = conhecido ?? criterioDaLeitura(leitura);
  const feito = fatoDaLeitura(leitura, { evento_id, fonte, recebidoEm: recebido_em.getTime() }, criterio);
  if (!('fato' in feito)) return { evento, resultado: 'invalido', erro: feito.invalido };
  const momento = momentoDaVersao(feito.fato.versao, criterio);
  return { evento, leitura, antes, fato: feito.fato, marcas: dizerMarcas(leitura.marcas, { momento, fonte }) };
}

/** Of refunds and disputes the newest statement counts: by what orders this store's facts, or when the event came in. */
function anotar<E extends EventoDatado>(
  { evento, anotacao, sequence, occurredAt }: { evento: E } & Anotacao,
  criterio: Criterio | null,
): EventoSemFato<E> {
  const momento = criterio === 'sequencia' ? sequence : occurredAt;
  const marcas = dizerMarcas(anotacao, { momento: momento ?? evento.recebido_em.getTime(), fonte: evento.fonte });
  return marcas === null
    ? { evento, resultado: 'tipo_ignorado', erro: null }
    : { evento, resultado: 'anotado', erro: null, marcas };
}
