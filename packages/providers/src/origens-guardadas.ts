/** Stores as the database knows them, for programs that receive nothing and may know no secret. */
import type { Criterio, EventoLido, Regras } from '@entrada/domain';
import type { OrigemConfig } from '@entrada/runtime';
import type { Dialeto, Identidade } from './dialeto.ts';
import { type EventoGuardado, lerEvento } from './ler-evento.ts';
import { criarDialeto } from './origem.ts';

/** What the database says of a store. */
interface Guardada {
  nome: string;
  dialeto: string;
  /** null: no event has fixed it yet. */
  criterio: Criterio | null;
}

/**
 * The rules under which a store's facts were applied.
 * @param configurada its settings, where this program has them: an option of the dialect may change a rule
 * @returns null where this version knows no such dialect
 */
export function regrasDaOrigem(guardada: Guardada, configurada: OrigemConfig | undefined): Regras | null {
  const dialeto = dialetoDaOrigem(guardada, configurada);
  // Where no event has fixed the criterion yet there is no fact to put in order either.
  return dialeto && { ...dialeto.regras, criterio: guardada.criterio ?? dialeto.criterio ?? 'instante' };
}

/** The rules of all stores whose dialect this version knows, by name. */
export function regrasDasOrigens(
  guardadas: readonly Guardada[],
  configuradas: readonly OrigemConfig[],
): Map<string, Regras> {
  return porNome(guardadas, configuradas, regrasDaOrigem);
}

/** How the stored events and deliveries of a store are read. */
export interface LeitorDaOrigem {
  regras: Omit<Regras, 'criterio'>;
  versao: Criterio | null;
  /** Whether this store can be asked. */
  temApi: boolean;
  ler<E extends EventoGuardado>(evento: E): EventoLido<E>;
  identificar(entrega: { cabecalhos: Record<string, string>; corpo: Buffer }): Identidade;
}

/** The readers of all stores whose dialect this version knows, by name. */
export function leitoresDasOrigens(
  guardadas: readonly Guardada[],
  configuradas: readonly OrigemConfig[],
): Map<string, LeitorDaOrigem> {
  return porNome(guardadas, configuradas, (guardada, configurada) => {
    const dialeto = dialetoDaOrigem(guardada, configurada);
    return (
      dialeto && {
        regras: dialeto.regras,
        versao: dialeto.criterio ?? configurada?.versao ?? null,
        temApi: configurada !== undefined && configurada.apiUrl !== null,
        ler: (evento) => lerEvento(evento, dialeto),
        identificar: ({ cabecalhos, corpo }) =>
          dialeto.identificar({ cabecalhos, corpo, consulta: new URLSearchParams() }),
      }
    );
  });
}

function dialetoDaOrigem({ nome, dialeto }: Guardada, configurada: OrigemConfig | undefined): Dialeto | null {
  const sem = { nome, dialeto, segredos: [], versao: null, apiUrl: null, apiToken: null, opcoes: {} };
  const feito = criarDialeto(configurada ?? sem);
  return 'dialeto' in feito ? feito.dialeto : null;
}

function porNome<T>(
  guardadas: readonly Guardada[],
  configuradas: readonly OrigemConfig[],
  fazer: (guardada: Guardada, configurada: OrigemConfig | undefined) => T | null,
): Map<string, T> {
  return new Map(
    guardadas.flatMap((guardada) => {
      const configurada = configuradas.find((c) => c.nome === guardada.nome);
      const feito = fazer(guardada, configurada);
      return feito === null ? [] : [[guardada.nome, feito] as const];
    }),
  );
}
