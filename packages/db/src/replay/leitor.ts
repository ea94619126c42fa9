import type { Criterio, EventoDatado, EventoLido, Regras } from '@entrada/domain';
import type { NovoEvento } from '../webhook-eventos/inserir.ts';

/** What of an event is read: its row, without what was made of it. */
export interface EventoLegivel extends EventoDatado {
  tipo: string;
  recurso_id: string;
  /** JSON text. */
  payload: string;
}

/** What a stored delivery is, as its dialect says. */
export type Identificado =
  | {
      evento_id: string;
      recurso_id: string | null;
      tipo: string;
      payload: string;
      resultado: NovoEvento['resultado'];
      repetivel?: true;
    }
  | { quarentena: string };

/** How the events of one store are read: its dialect, for a package that knows none. */
export interface Leitor {
  regras: Omit<Regras, 'criterio'>;
  /** The configured criterion; null: the store's first event fixed it. */
  versao: Criterio | null;
  /** Whether this store can be asked. */
  temApi: boolean;
  ler<E extends EventoLegivel>(evento: E): EventoLido<E>;
  identificar(entrega: { cabecalhos: Record<string, string>; corpo: Buffer }): Identificado;
}
