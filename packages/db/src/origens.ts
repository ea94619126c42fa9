import type { Criterio } from '@entrada/domain';
import { StartError } from '@entrada/runtime';
import { linhas } from './chave.ts';
import type { Sql } from './conectar.ts';

export interface OrigemConfigurada {
  nome: string;
  dialeto: string;
  /** null: the first event fixes it. */
  criterio: Criterio | null;
}

/**
 * Makes the configured stores known.
 * @throws StartError where a store that has facts would be ordered by another criterion
 */
export async function registrarOrigens(sql: Sql, origens: readonly OrigemConfigurada[]): Promise<void> {
  if (origens.length === 0) return;
  const recusadas = await sql<{ nome: string; guardado: Criterio; pedido: Criterio }[]>`
    select o.nome, o.criterio as guardado, n.criterio as pedido
    from jsonb_to_recordset(${linhas(sql, origens)}) as n (nome text, criterio text)
    join origens o using (nome)
    where o.criterio <> n.criterio
      and exists (select from webhook_eventos e where e.origem = o.nome and e.status is not null)
    order by o.nome`;
  if (recusadas.length > 0) throw new StartError(recusadas.map(recusa).join('\n'));
  await sql`
    insert into origens (nome, dialeto, criterio)
    select nome, dialeto, criterio
    from jsonb_to_recordset(${linhas(sql, origens)}) as n (nome text, dialeto text, criterio text)
    order by nome
    on conflict (nome) do update
    set dialeto = excluded.dialeto, criterio = coalesce(excluded.criterio, origens.criterio)`;
}

const recusa = (o: { nome: string; guardado: Criterio; pedido: Criterio }): string =>
  `ORIGEM_${o.nome.toUpperCase()}_VERSAO is ${o.pedido}, but the facts of ${o.nome} are ordered by ${o.guardado}`;

/** What is stored about a store; null where it was never registered. */
export async function buscarOrigem(sql: Sql, nome: string): Promise<OrigemConfigurada | null> {
  const [origem] = await sql<OrigemConfigurada[]>`select nome, dialeto, criterio from origens where nome = ${nome}`;
  return origem ?? null;
}

/** Every store that was ever configured. */
export async function listarOrigens(sql: Sql): Promise<OrigemConfigurada[]> {
  return sql<OrigemConfigurada[]>`select nome, dialeto, criterio from origens order by nome`;
}

export async function criterioDaOrigem(sql: Sql, nome: string): Promise<Criterio | null> {
  const [origem] = await sql<{ criterio: Criterio | null }[]>`select criterio from origens where nome = ${nome}`;
  return origem?.criterio ?? null;
}

/** Fixes the criterion where none is fixed yet, and returns the one that holds: of two that come at once, the first wins. */
export async function fixarCriterio(sql: Sql, nome: string, criterio: Criterio): Promise<Criterio> {
  const [origem] = await sql<{ criterio: Criterio }[]>`
    update origens set criterio = coalesce(criterio, ${criterio}) where nome = ${nome} returning criterio`;
  if (!origem) throw new Error(`the origem ${nome} was never registered`);
  return origem.criterio;
}
