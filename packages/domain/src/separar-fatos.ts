import { type Criterio, criterioDaLeitura, type Fato, type Fonte, fatoDaLeitura, type Leitura } from './fato.ts';
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
  | { resultado: 'invalido'; erro: string }
  | { resultado: 'tipo_ignorado'; erro: null }
);

/** An event that is a fact. */
export interface EventoComFato<E extends EventoDatado> {
  evento: E;
  leitura: Leitura;
  /** The state that the order had just before, as far as the event tells it. */
  antes: Status | null;
  fato: Fato;
}

/** An event that is closed without becoming a fact. */
export interface EventoSemFato<E extends EventoDatado> {
  evento: E;
  resultado: 'invalido' | 'tipo_ignorado';
  erro: string | null;
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
    if (!('leitura' in lido)) {
      semFato.push(lido);
      continue;
    }
    const { evento, leitura, antes } = lido;
    const { evento_id, fonte, recebido_em } = evento;
    const emFato = { evento_id, fonte, recebidoEm: recebido_em.getTime() };
    const feito = fatoDaLeitura(leitura, emFato, criterio ?? criterioDaLeitura(leitura));
    if ('fato' in feito) comFato.push({ evento, leitura, antes, fato: feito.fato });
    else semFato.push({ evento, resultado: 'invalido', erro: feito.invalido });
  }
  return { comFato, semFato };
}
