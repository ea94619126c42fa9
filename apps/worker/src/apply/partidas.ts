import { apagarPartidas, type Chave, chaveEmTexto, marcarPartidas, type Sql } from '@entrada/db';

export interface Partidas {
  /** Records the start of these orders, whose locks the caller holds; returns those that no dead process had left. */
  marcar(chaves: readonly Chave[]): Promise<Chave[]>;
  /** After an ordinary error. Never throws: what cannot be erased now is erased with the next start. */
  encerrar(chaves: readonly Chave[]): Promise<void>;
}

/** The record of what this process has begun, on connections of its own: it has to be there when the process dies. */
export function criarPartidas(sql: Sql): Partidas {
  const porApagar = new Map<string, Chave>();

  const apagar = async (): Promise<void> => {
    const chaves = [...porApagar.values()];
    await apagarPartidas(sql, chaves);
    for (const chave of chaves) porApagar.delete(chaveEmTexto(chave));
  };

  return {
    marcar: async (chaves) => {
      if (porApagar.size > 0) await apagar();
      return chaves.length === 0 ? [] : marcarPartidas(sql, chaves);
    },
    encerrar: async (chaves) => {
      for (const chave of chaves) porApagar.set(chaveEmTexto(chave), chave);
      if (porApagar.size > 0) await apagar().catch(() => undefined);
    },
  };
}
