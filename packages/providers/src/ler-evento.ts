import type { EventoDatado, EventoLido } from '@entrada/domain';
import { lerFatoDaApi } from './api/fato-da-api.ts';
import type { Dialeto, Interpretacao } from './dialeto.ts';
import { readJson } from './json/read-json.ts';

/** What of an event's row its dialect reads. */
export interface EventoGuardado extends EventoDatado {
  tipo: string;
  recurso_id: string;
  /** JSON text: numbers keep all their digits. */
  payload: string;
}

/** Reads one stored event. Whatever fails here fails the same way every time: it closes the event, never the order. */
export function lerEvento<E extends EventoGuardado>(evento: E, dialeto: Dialeto): EventoLido<E> {
  const { tipo, recurso_id, fonte } = evento;
  try {
    const payload = readJson(evento.payload);
    const lido: Interpretacao =
      fonte === 'api' ? lerFatoDaApi(payload) : dialeto.interpretar(payload, { tipo, recurso_id });
    if ('ignorado' in lido) return { evento, resultado: 'tipo_ignorado', erro: null };
    if ('gatilho' in lido) return { evento, resultado: 'gatilho', erro: null };
    if ('anotacao' in lido) return { evento, ...lido };
    if ('invalido' in lido) return { evento, resultado: 'invalido', erro: lido.invalido };
    const antes = fonte === 'api' ? null : (dialeto.lacuna?.(payload, { tipo, recurso_id })?.antes ?? null);
    return { evento, leitura: lido, antes };
  } catch (e) {
    const motivo = e instanceof Error ? e.message : String(e);
    return { evento, resultado: 'invalido', erro: `the dialect ${dialeto.nome} failed: ${motivo}` };
  }
}
