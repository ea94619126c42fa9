import type { Chave } from '../chave.ts';
import type { Sql } from '../conectar.ts';
import type { Tx } from '../transacao.ts';

interface EventoRastreado {
  origem: string;
  evento_id: string;
  /** The W3C form of it. */
  traceparent: string;
}

/** Keeps with these events, which the same transaction inserted, the span that received them. */
export async function guardarRastros(tx: Tx, eventos: readonly EventoRastreado[]): Promise<void> {
  if (eventos.length === 0) return;
  const coluna = (nome: keyof EventoRastreado) => eventos.map((e) => e[nome]);
  await tx`
    update webhook_eventos e set traceparent = n.traceparent
    from unnest(${coluna('origem')}::text[], ${coluna('evento_id')}::text[], ${coluna('traceparent')}::text[])
      as n (origem, evento_id, traceparent)
    where e.origem = n.origem and e.evento_id = n.evento_id`;
}

/** The spans that received what is pending of an order, the oldest first: a span has at most `limite` links. */
export async function rastrosPendentes(sql: Sql, { origem, recurso_id }: Chave, limite = 32): Promise<string[]> {
  const linhas = await sql<{ traceparent: string }[]>`
    select traceparent from webhook_eventos
    where origem = ${origem} and recurso_id = ${recurso_id} and aplicado_em is null and traceparent is not null
    order by recebido_em limit ${limite}`;
  return linhas.map((l) => l.traceparent);
}

/** The span that received the event which an effect came from; null where nobody traced it, or retention took it. */
export async function rastroDoEfeito(sql: Sql, { seq }: { seq: number }): Promise<string | null> {
  const [linha] = await sql<{ traceparent: string | null }[]>`
    select e.traceparent from outbox o join webhook_eventos e on e.origem = o.origem and e.evento_id = o.evento_id
    where o.seq = ${seq}`;
  return linha?.traceparent ?? null;
}
