import type { Sql } from '@entrada/db';
import type { Fila } from '@entrada/queue';
import type { Logger, Metrics, OrigemConfig, UsuarioDoConsole, Verificacao } from '@entrada/runtime';

export interface Deps {
  sql: Sql;
  fila: Pick<Fila, 'filas' | 'fila' | 'enfileirar' | 'acordar' | 'agendar'>;
  /** At least one. */
  usuarios: readonly UsuarioDoConsole[];
  /** Signs the cookies. 32 characters or more. */
  chave: string;
  /** An origem that only the worker knows is explained by its dialect's defaults. */
  origens: readonly OrigemConfig[];
  logger: Logger;
  metrics: Metrics;
  readyz: Verificacao;
}
