import type { Chave } from '../chave.ts';
import type { Sql } from '../conectar.ts';

/** Where a pass over old events has got to. Text, because a Date would lose the microseconds. */
export interface LugarDaPoda {
  em: string;
  origem: string;
  evento_id: string;
}

export interface Candidatos {
  /** Orders with a closed event that is old enough. Whether the order may be pruned is still to be seen. */
  pedidos: Chave[];
  /** Events that concern no order. */
  avulsos: { origem: string; evento_id: string }[];
  /** null at the end. */
  seguinte: LugarDaPoda | null;
}

/** The next closed events that are older than so many days, oldest first. */
export async function candidatosAPoda(
  sql: Sql,
  { dias, aPartirDe, limite }: { dias: number; aPartirDe: LugarDaPoda | null; limite: number },
): Promise<Candidatos> {
  const { em, origem, evento_id } = aPartirDe ?? { em: '-infinity', origem: '', evento_id: '' };
  const rows = await sql<(LugarDaPoda & { recurso_id: string | null })[]>`
    select recebido_em::text as em, origem, evento_id, recurso_id
    from webhook_eventos
    where aplicado_em is not null and fonte <> 'poda' and recebido_em < now() - make_interval(days => ${dias}::int)
      and recebido_em >= ${em}::text::timestamptz
      and (recebido_em, origem, evento_id) > (${em}::text::timestamptz, ${origem}, ${evento_id})
    order by recebido_em, origem, evento_id
    limit ${limite}`;
  const pedidos = new Map<string, Chave>();
  for (const { origem, recurso_id } of rows)
    if (recurso_id !== null) pedidos.set(`${origem}:${recurso_id}`, { origem, recurso_id });
  const ultima = rows.at(-1);
  return {
    pedidos: [...pedidos.values()],
    avulsos: rows.filter((r) => r.recurso_id === null).map(({ origem, evento_id }) => ({ origem, evento_id })),
    seguinte:
      ultima && rows.length === limite ? { em: ultima.em, origem: ultima.origem, evento_id: ultima.evento_id } : null,
  };
}
