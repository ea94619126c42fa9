import type { Chave } from '../chave.ts';
import type { Sql } from '../conectar.ts';

export interface LimitesDaPagina {
  maxPedidos: number;
  /** Of all the orders together. One order that has more than this is a page of its own. */
  maxEventos: number;
}

/** The next orders by key, known by a row, an event, a transition or an effect. */
export async function pedidosEmOrdem(
  sql: Sql,
  origem: string | null,
  aPartirDe: Chave | null,
  { maxPedidos, maxEventos }: LimitesDaPagina,
): Promise<Chave[]> {
  const ultima = [aPartirDe?.origem ?? '', aPartirDe?.recurso_id ?? ''] as const;
  const rows = await sql<(Chave & { eventos: number })[]>`
    select c.origem, c.recurso_id, (
      select count(*) from webhook_eventos e where e.origem = c.origem and e.recurso_id = c.recurso_id) as eventos
    from (
      (select origem, id as recurso_id from pedidos
        where (origem, id) > (${ultima[0]}, ${ultima[1]}) and (${origem}::text is null or origem = ${origem})
        order by origem, id limit ${maxPedidos})
      union
      ${daTabela(sql, 'transicoes', origem, ultima, maxPedidos)}
      union
      ${daTabela(sql, 'outbox', origem, ultima, maxPedidos)}
      union
      (select origem, recurso_id from webhook_eventos
        where recurso_id is not null and (origem, recurso_id) > (${ultima[0]}, ${ultima[1]})
          and (${origem}::text is null or origem = ${origem})
        group by origem, recurso_id order by origem, recurso_id limit ${maxPedidos})
      order by origem, recurso_id limit ${maxPedidos}
    ) c
    order by c.origem, c.recurso_id`;
  let eventos = 0;
  const cabem = rows.findIndex((r, i) => {
    eventos += r.eventos;
    return i > 0 && eventos > maxEventos;
  });
  return rows.slice(0, cabem === -1 ? rows.length : cabem).map((r) => ({ origem: r.origem, recurso_id: r.recurso_id }));
}

/** Written with their order and never without it; that no hand left one alone is what a verification is for. */
const daTabela = (
  sql: Sql,
  tabela: 'transicoes' | 'outbox',
  origem: string | null,
  [ultima, ultimo]: readonly [string, string],
  limite: number,
) => sql`
  (select origem, pedido_id as recurso_id from ${sql(tabela)}
    where (origem, pedido_id) > (${ultima}, ${ultimo}) and (${origem}::text is null or origem = ${origem})
    group by origem, pedido_id order by origem, pedido_id limit ${limite})`;
