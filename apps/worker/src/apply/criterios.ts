import { fixarCriterio, type Tx } from '@entrada/db';
import type { Criterio } from '@entrada/domain';
import type { Origem } from '@entrada/providers';

/** What each store's facts are ordered by, as far as this process knows. A store's criterion never changes. */
export class Criterios {
  readonly #conhecidos: Map<string, Criterio>;
  readonly #pai: Criterios | null;

  constructor(conhecidos: Iterable<[string, Criterio]> = [], pai: Criterios | null = null) {
    this.#conhecidos = new Map(conhecidos);
    this.#pai = pai;
  }

  get(origem: string): Criterio | null {
    return this.#conhecidos.get(origem) ?? this.#pai?.get(origem) ?? null;
  }

  set(origem: string, criterio: Criterio): void {
    this.#conhecidos.set(origem, criterio);
  }

  /** What a transaction learns is true only once it has committed. */
  rascunho(): Criterios & { confirmar(): void } {
    const rascunho = new Criterios([], this);
    return Object.assign(rascunho, {
      confirmar: () => {
        for (const [origem, criterio] of rascunho.#conhecidos) this.set(origem, criterio);
      },
    });
  }
}

/**
 * The criterion of a store. Unknown yet, the first event fixes it for good: a race between two first events is decided
 * by the row of the origem.
 * @param proposto what the events at hand would fix; null where none is a fact
 */
export async function criterioDaOrigem(
  tx: Tx,
  criterios: Criterios,
  origem: Origem,
  proposto: Criterio | null,
): Promise<Criterio | null> {
  const conhecido = origem.versao ?? criterios.get(origem.nome);
  if (conhecido !== null || proposto === null) return conhecido;
  const fixado = await fixarCriterio(tx, origem.nome, proposto);
  criterios.set(origem.nome, fixado);
  return fixado;
}
