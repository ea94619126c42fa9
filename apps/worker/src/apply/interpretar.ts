import type { EventoPendente } from '@entrada/db';
import { type Criterio, criterioDaLeitura, type Fato, fatoDaLeitura, type Leitura } from '@entrada/domain';
import { type Dialeto, readJson } from '@entrada/providers';

/** An event with what its dialect made of it. */
export type EventoLido = { evento: EventoPendente } & (
  | { leitura: Leitura }
  | { resultado: 'invalido'; erro: string }
  | { resultado: 'tipo_ignorado'; erro: null }
);

/** An event that is a fact now. */
export interface EventoComFato {
  evento: EventoPendente;
  leitura: Leitura;
  fato: Fato;
}

/** An event that is closed without becoming a fact. */
export interface EventoSemFato {
  evento: EventoPendente;
  resultado: 'invalido' | 'tipo_ignorado';
  erro: string | null;
}

/** Reads one stored event. Whatever fails here fails the same way every time: it closes the event, never the order. */
export function lerEvento(evento: EventoPendente, dialeto: Dialeto): EventoLido {
  const { tipo, recurso_id } = evento;
  try {
    const lido = dialeto.interpretar(readJson(evento.payload), { tipo, recurso_id });
    if ('ignorado' in lido) return { evento, resultado: 'tipo_ignorado', erro: null };
    if ('invalido' in lido) return { evento, resultado: 'invalido', erro: lido.invalido };
    return { evento, leitura: lido };
  } catch (e) {
    const motivo = e instanceof Error ? e.message : String(e);
    return { evento, resultado: 'invalido', erro: `the dialect ${dialeto.nome} failed: ${motivo}` };
  }
}

/** The criterion that these events would fix, were they a store's first: the oldest one decides. */
export function criterioDosEventos(lidos: readonly EventoLido[]): Criterio | null {
  const primeiro = lidos
    .filter((l) => 'leitura' in l)
    .reduce<(EventoLido & { leitura: Leitura }) | null>(
      (a, b) => (a !== null && a.evento.recebido_em <= b.evento.recebido_em ? a : b),
      null,
    );
  return primeiro && criterioDaLeitura(primeiro.leitura);
}

/** Gives each reading its version. */
export function separarFatos(
  lidos: readonly EventoLido[],
  criterio: Criterio | null,
): { comFato: EventoComFato[]; semFato: EventoSemFato[] } {
  const comFato: EventoComFato[] = [];
  const semFato: EventoSemFato[] = [];
  for (const lido of lidos) {
    if (!('leitura' in lido)) {
      semFato.push(lido);
      continue;
    }
    const { evento, leitura } = lido;
    const { evento_id, fonte, recebido_em } = evento;
    const emFato = { evento_id, fonte, recebidoEm: recebido_em.getTime() };
    const feito = fatoDaLeitura(leitura, emFato, criterio ?? criterioDaLeitura(leitura));
    if ('fato' in feito) comFato.push({ evento, leitura, fato: feito.fato });
    else semFato.push({ evento, resultado: 'invalido', erro: feito.invalido });
  }
  return { comFato, semFato };
}
