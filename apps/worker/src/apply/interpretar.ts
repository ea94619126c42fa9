import type { EventoPendente } from '@entrada/db';
import { type Criterio, criterioDaLeitura, type Fato, fatoDaLeitura, type Leitura, type Status } from '@entrada/domain';
import { type Dialeto, type Interpretacao, lerFatoDaApi, readJson } from '@entrada/providers';

/** An event with what its dialect made of it. */
export type EventoLido = { evento: EventoPendente } & (
  | { leitura: Leitura; antes: Status | null }
  | { resultado: 'invalido'; erro: string }
  | { resultado: 'tipo_ignorado'; erro: null }
);

/** An event that is a fact now. */
export interface EventoComFato {
  evento: EventoPendente;
  leitura: Leitura;
  /** The state that the order had just before, as far as the event tells it. */
  antes: Status | null;
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
  const { tipo, recurso_id, fonte } = evento;
  try {
    const payload = readJson(evento.payload);
    const lido: Interpretacao =
      fonte === 'api' ? lerFatoDaApi(payload) : dialeto.interpretar(payload, { tipo, recurso_id });
    if ('ignorado' in lido) return { evento, resultado: 'tipo_ignorado', erro: null };
    if ('invalido' in lido) return { evento, resultado: 'invalido', erro: lido.invalido };
    const antes = fonte === 'api' ? null : (dialeto.lacuna?.(payload, { tipo, recurso_id })?.antes ?? null);
    return { evento, leitura: lido, antes };
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
    const { evento, leitura, antes } = lido;
    const { evento_id, fonte, recebido_em } = evento;
    const emFato = { evento_id, fonte, recebidoEm: recebido_em.getTime() };
    const feito = fatoDaLeitura(leitura, emFato, criterio ?? criterioDaLeitura(leitura));
    if ('fato' in feito) comFato.push({ evento, leitura, antes, fato: feito.fato });
    else semFato.push({ evento, resultado: 'invalido', erro: feito.invalido });
  }
  return { comFato, semFato };
}
