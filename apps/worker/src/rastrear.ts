import { type Chave, type EfeitoReservado, rastroDoEfeito, rastrosPendentes, type Sql } from '@entrada/db';
import { comTrecho, type Rastro } from '@entrada/runtime';

/**
 * The job of one order as a span: a part of the trace of its oldest pending event, linked to those of the others, since one
 * apply takes all of them. An order of which nobody traced the arrival is not traced.
 */
export function rastrearApply<T>(
  rastro: Rastro | null,
  sql: Sql,
  aplicar: (chave: Chave) => Promise<T>,
): (chave: Chave) => Promise<T> {
  if (rastro === null) return aplicar;
  return async (chave) => {
    const [pai, ...elos] = await rastrosPendentes(sql, chave);
    if (pai === undefined) return aplicar(chave);
    const atributos = { origem: chave.origem, recurso_id: chave.recurso_id };
    return comTrecho(rastro, 'aplicar', { tipo: 'consumidor', pai, elos, atributos }, () => aplicar(chave));
  };
}

/** One attempt to hand an effect over, as a part of the trace of the event that it came from. */
export type RastrearEfeito = <T>(
  reservado: EfeitoReservado,
  entregar: (traceparent: string | null) => Promise<T>,
) => Promise<T>;

export function rastrearEfeitos(rastro: Rastro | null, sql: Sql): RastrearEfeito {
  if (rastro === null) return (_, entregar) => entregar(null);
  return async (reservado, entregar) => {
    const { origem, recurso_id, efeito, tentativas } = reservado;
    const pai = await rastroDoEfeito(sql, reservado);
    if (pai === null) return entregar(null);
    const atributos = { origem, recurso_id, efeito, tentativas };
    return comTrecho(rastro, `publicar ${efeito}`, { tipo: 'cliente', pai, atributos }, (trecho) =>
      entregar(trecho?.traceparent ?? null),
    );
  };
}
