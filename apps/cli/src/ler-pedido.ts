import { type Chave, type HistoricoGravado, lerHistorico, type Sql } from '@entrada/db';
import { StartError } from '@entrada/runtime';

/** @throws StartError where nothing was ever heard of the order: a mistyped one must not look like one without events */
export async function exigirHistorico(sql: Sql, chave: Chave): Promise<HistoricoGravado> {
  const historico = await lerHistorico(sql, chave);
  if (historico) return historico;
  throw new StartError(`Nothing was ever heard of order ${chave.recurso_id} of ${chave.origem}.`);
}
