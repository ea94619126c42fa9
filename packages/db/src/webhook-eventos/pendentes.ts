import type { Fonte } from '@entrada/domain';
import { type Chave, conjunto } from '../chave.ts';
import type { Sql } from '../conectar.ts';
import type { Tx } from '../transacao.ts';

export interface EventoPendente extends Chave {
  evento_id: string;
  tipo: string;
  fonte: Fonte;
  /** JSON text: numbers keep all their digits. */
  payload: string;
  recebido_em: Date;
  tentativas: number;
}

/** Every pending event of these orders, oldest first. */
export async function lerPendentes(tx: Tx, chaves: readonly Chave[]): Promise<EventoPendente[]> {
  return tx<EventoPendente[]>`
    select e.origem, e.evento_id, e.recurso_id, e.tipo, e.fonte, e.payload::text as payload, e.recebido_em, e.tentativas
    from ${conjunto(tx, chaves)} join webhook_eventos e using (origem, recurso_id)
    where e.aplicado_em is null
    order by e.recebido_em, e.origem, e.evento_id`;
}

/** Orders with a pending event that is old enough and due, one page by key. The whole pass sees each order once. */
export async function pedidosPendentes(
  sql: Sql,
  pagina: { aPartirDe: Chave | null; limite: number; idadeMinimaMs: number },
): Promise<Chave[]> {
  const { aPartirDe: ultima, limite, idadeMinimaMs } = pagina;
  return sql<Chave[]>`
    select origem, recurso_id
    from webhook_eventos
    where aplicado_em is null
      and (origem, recurso_id) > (${ultima?.origem ?? ''}, ${ultima?.recurso_id ?? ''})
      and recebido_em <= now() - ${idadeMinimaMs}::float8 * interval '1 ms'
      and (proxima_tentativa_em is null or proxima_tentativa_em <= now())
    group by origem, recurso_id
    order by origem, recurso_id
    limit ${limite}`;
}

export interface Pendencia {
  pendentes: number;
  mais_antigo_em: Date | null;
}

export async function contarPendentes(sql: Sql): Promise<Pendencia> {
  const [linha] = await sql<[Pendencia]>`
    select count(*) as pendentes, min(recebido_em) as mais_antigo_em from webhook_eventos where aplicado_em is null`;
  return linha;
}

/**
 * Counts a failed attempt on the pending events of these orders and puts the next one off: 5 s doubling to 15 min, half
 * of it drawn. Rows that somebody holds are being applied at this moment and are left alone.
 */
export async function registrarFalha(sql: Sql, chaves: readonly Chave[], falha: { erro: string }): Promise<void> {
  await sql`
    with minhas as (
      select e.origem, e.evento_id
      from ${conjunto(sql, chaves)} join webhook_eventos e using (origem, recurso_id)
      where e.aplicado_em is null
      for no key update of e skip locked
    )
    update webhook_eventos e
    set tentativas = e.tentativas + 1, erro = ${falha.erro},
      proxima_tentativa_em = now() + least(interval '15 min', interval '5 s' * 2 ^ least(e.tentativas, 10)) * (0.5 + random() / 2)
    from minhas where e.origem = minhas.origem and e.evento_id = minhas.evento_id`;
}

/** Takes an order's waiting and `invalido` events up again; returns how many. The caller holds the order's lock. */
export async function retomar(tx: Tx, chave: Chave): Promise<number> {
  const { count } = await tx`
    update webhook_eventos
    set tentativas = 0, proxima_tentativa_em = null, erro = null, aplicado_em = null, resultado = null, ocorreu_em = null
    where origem = ${chave.origem} and recurso_id = ${chave.recurso_id}
      and (aplicado_em is null or resultado = 'invalido')`;
  return count;
}
