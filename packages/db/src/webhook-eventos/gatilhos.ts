import type { Sql } from '../conectar.ts';
import type { NovoEvento } from './inserir.ts';

/** Ids of one trigger sort by their number. */
const DIGITOS = 12;

/**
 * Gives deliveries of stores that name no event an id of their own: `<id>#<number>`. While an identical one waits, it is
 * that one: the order will be read after both. Once that one is closed, the same bytes are a new event.
 *
 * A worker may be closing the one that waits at this very moment. No change is lost by that: the wish to read the order
 * is committed together with it, so the reading begins after this delivery, and sees what it speaks of.
 */
export async function numerarGatilhos(sql: Sql, eventos: readonly NovoEvento[]): Promise<readonly NovoEvento[]> {
  const gatilhos = eventos.filter((e) => e.repetivel);
  if (gatilhos.length === 0) return eventos;
  const rows = await sql<{ origem: string; evento_id: string; ultimo: string | null; pendente: boolean | null }[]>`
    select n.origem, n.evento_id, u.evento_id as ultimo, u.pendente
    from unnest(${gatilhos.map((e) => e.origem)}::text[], ${gatilhos.map((e) => e.evento_id)}::text[]) as n (origem, evento_id)
    left join lateral (
      select e.evento_id, e.aplicado_em is null as pendente from webhook_eventos e
      where e.origem = n.origem and e.evento_id > n.evento_id || '#' collate "C" and e.evento_id < n.evento_id || '$' collate "C"
      order by e.evento_id desc limit 1
    ) u on true`;
  const idDe = new Map(rows.map((r) => [`${r.origem}:${r.evento_id}`, idDoGatilho(r)]));
  return eventos.map((e) => (e.repetivel ? { ...e, evento_id: idDe.get(`${e.origem}:${e.evento_id}`)! } : e));
}

function idDoGatilho(r: { evento_id: string; ultimo: string | null; pendente: boolean | null }): string {
  if (r.ultimo === null) return `${r.evento_id}#${'1'.padStart(DIGITOS, '0')}`;
  if (r.pendente) return r.ultimo;
  const numero = Number(r.ultimo.slice(r.evento_id.length + 1)) + 1;
  return `${r.evento_id}#${String(numero).padStart(DIGITOS, '0')}`;
}
