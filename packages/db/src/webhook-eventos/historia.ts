import type { Base, Dados, Estado, FatoConhecido, Resultado, Status } from '@entrada/domain';
import { type Chave, conjunto } from '../chave.ts';
import type { Sql } from '../conectar.ts';
import type { Tx } from '../transacao.ts';

type LinhaDeFato = Chave & Omit<FatoConhecido, 'dados'> & Dados;

/** What is known of these orders: every event that became a fact. */
export async function lerHistoria(tx: Tx, chaves: readonly Chave[]): Promise<(FatoConhecido & Chave)[]> {
  const rows = await tx<LinhaDeFato[]>`
    select e.origem, e.recurso_id, e.evento_id, e.status, e.versao, e.fonte, e.resultado,
      (e.dados ->> 'total_centavos')::bigint as total_centavos, e.dados ->> 'cliente_email' as cliente_email
    from ${conjunto(tx, chaves)} join webhook_eventos e using (origem, recurso_id)
    where e.status is not null and e.fonte <> 'poda'`;
  return rows.map(({ total_centavos, cliente_email, ...fato }) => ({
    ...fato,
    dados: { total_centavos, cliente_email },
  }));
}

/** What retention left of older facts; orders that have all of theirs are not in the answer. */
export async function lerBases(tx: Tx, chaves: readonly Chave[]): Promise<(Chave & { base: NonNullable<Base> })[]> {
  const rows = await tx<(Chave & { base: Omit<Estado, 'reaberto'> & { reaberto?: boolean } })[]>`
    select e.origem, e.recurso_id, e.dados -> 'estado' as base
    from ${conjunto(tx, chaves)} join webhook_eventos e using (origem, recurso_id)
    where e.fonte = 'poda'`;
  // A base that an older version left does not say it.
  return rows.map(({ base, ...chave }) => ({ ...chave, base: { ...base, reaberto: base.reaberto ?? false } }));
}

export interface EventoDoPedido extends Chave {
  evento_id: string;
  tipo: string;
  fonte: 'webhook' | 'api' | 'poda';
  /** JSON text; empty where the reader did not ask for it. */
  payload: string;
  recebido_em: Date;
  duplicatas: number;
  segredo_nome: string | null;
  tentativas: number;
  proxima_tentativa_em: Date | null;
  aplicado_em: Date | null;
  resultado: Resultado | null;
  erro: string | null;
  status: Status | null;
  versao: number | null;
  ocorreu_em: Date | null;
  corrigido_por: string | null;
}

/** All that was ever heard of an order, oldest first. A hot order has thousands of them: their payloads may be left out. */
export async function eventosDoPedido(
  sql: Sql,
  chave: Chave,
  { comPayload = true }: { comPayload?: boolean } = {},
): Promise<EventoDoPedido[]> {
  return sql<EventoDoPedido[]>`
    select origem, recurso_id, evento_id, tipo, fonte, case when ${comPayload} then payload::text else '' end as payload, recebido_em, duplicatas, segredo_nome,
      tentativas, proxima_tentativa_em, aplicado_em, resultado, erro, status, versao, ocorreu_em, corrigido_por
    from webhook_eventos
    where origem = ${chave.origem} and recurso_id = ${chave.recurso_id}
    order by recebido_em, evento_id`;
}

export interface TrechoDoPayload {
  evento_id: string;
  /** The beginning of the JSON text. */
  inicio: string;
  /** Characters of the whole. */
  tamanho: number;
}

/** The beginnings of the payloads of these events of an order. */
export async function trechosDosPayloads(
  sql: Sql,
  { origem, recurso_id }: Chave,
  { evento_ids, maximo }: { evento_ids: readonly string[]; maximo: number },
): Promise<TrechoDoPayload[]> {
  return sql<TrechoDoPayload[]>`
    select e.evento_id, left(t.texto, ${maximo}::int) as inicio, length(t.texto) as tamanho
    from webhook_eventos e cross join lateral (select e.payload::text as texto) t
    where e.origem = ${origem} and e.evento_id = any(${evento_ids}::text[]) and e.recurso_id = ${recurso_id}`;
}

/** The whole payload of one event of an order, as JSON text; null where there is no such event. */
export async function payloadDoEvento(sql: Sql, chave: Chave, evento_id: string): Promise<string | null> {
  const [linha] = await sql<{ payload: string }[]>`
    select payload::text as payload from webhook_eventos
    where origem = ${chave.origem} and evento_id = ${evento_id} and recurso_id = ${chave.recurso_id}`;
  return linha?.payload ?? null;
}
