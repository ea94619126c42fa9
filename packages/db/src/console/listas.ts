import type { Efeito } from '@entrada/domain';
import type { Chave } from '../chave.ts';
import type { Sql } from '../conectar.ts';

/** A page by key: rows after (or, newest first, before) a place; none of them is counted or skipped. */
export interface Lugar<T> {
  aPartirDe: T | null;
  limite: number;
}

export interface PedidoPendente extends Chave {
  eventos: number;
  mais_antigo_em: Date;
  tentativas: number;
  /** The error of the last attempt; null while there was none. */
  erro: string | null;
  proxima_tentativa_em: Date | null;
}

/** Orders with pending events, by key. A hot order's events are counted up to a thousand. */
export async function listarPendentes(sql: Sql, { aPartirDe, limite }: Lugar<Chave>): Promise<PedidoPendente[]> {
  return sql<PedidoPendente[]>`
    with recursive chaves as (
      (select origem, recurso_id, 1 as n from webhook_eventos
       where aplicado_em is null
         and (origem, recurso_id) > (${aPartirDe?.origem ?? ''}, ${aPartirDe?.recurso_id ?? ''})
       order by origem, recurso_id limit 1)
      union all
      select s.origem, s.recurso_id, c.n + 1 from chaves c cross join lateral (
        select origem, recurso_id from webhook_eventos e
        where e.aplicado_em is null and (e.origem, e.recurso_id) > (c.origem, c.recurso_id)
        order by e.origem, e.recurso_id limit 1
      ) s where c.n < ${limite}
    )
    select c.origem, c.recurso_id, p.* from chaves c cross join lateral (
      select count(*)::int as eventos, min(recebido_em) as mais_antigo_em, max(tentativas) as tentativas,
        (array_agg(erro) filter (where erro is not null))[1] as erro, min(proxima_tentativa_em) as proxima_tentativa_em
      from (
        select recebido_em, tentativas, erro, proxima_tentativa_em from webhook_eventos e
        where e.origem = c.origem and e.recurso_id = c.recurso_id and e.aplicado_em is null limit 1000
      ) e
    ) p where p.eventos > 0 order by c.origem, c.recurso_id`;
}

export interface EventoInvalido extends Chave {
  evento_id: string;
  tipo: string;
  erro: string;
  recebido_em: Date;
  /** The moment with all its digits, for the place of the next page. */
  lugar: string;
}

/** Events that could not be understood, newest first. */
export async function listarInvalidos(
  sql: Sql,
  { aPartirDe, limite }: Lugar<{ lugar: string; origem: string; evento_id: string }>,
): Promise<EventoInvalido[]> {
  const fim = aPartirDe ?? { lugar: 'infinity', origem: '', evento_id: '' };
  return sql<EventoInvalido[]>`
    select origem, recurso_id, evento_id, tipo, erro, recebido_em, recebido_em::text as lugar
    from webhook_eventos
    where resultado = 'invalido'
      and (recebido_em, origem, evento_id) < (${fim.lugar}::text::timestamptz, ${fim.origem}, ${fim.evento_id})
    order by recebido_em desc, origem desc, evento_id desc limit ${limite}`;
}

export interface EfeitoNaSaida extends Chave {
  seq: number;
  efeito: Efeito;
  ocorrencia: number;
  criado_em: Date;
  tentativas: number;
  ultimo_erro: string | null;
  proxima_tentativa_em: Date | null;
  falhou_em: Date | null;
}

/** Effects that the ERP has not confirmed yet, by order, each order's in the order of their birth. */
export async function listarEfeitosPendentes(
  sql: Sql,
  { aPartirDe, limite }: Lugar<Chave & { seq: number }>,
): Promise<EfeitoNaSaida[]> {
  const de = aPartirDe ?? { origem: '', recurso_id: '', seq: 0 };
  return sql<EfeitoNaSaida[]>`
    select seq, origem, pedido_id as recurso_id, efeito, ocorrencia, criado_em, tentativas, ultimo_erro, proxima_tentativa_em,
      falhou_em
    from outbox
    where enviado_em is null and falhou_em is null and anulado_em is null
      and (origem, pedido_id, seq) > (${de.origem}, ${de.recurso_id}, ${de.seq})
    order by origem, pedido_id, seq limit ${limite}`;
}

/** Effects that were given up and that nobody has dealt with, newest first. */
export async function listarEfeitosFalhos(sql: Sql, { aPartirDe, limite }: Lugar<number>): Promise<EfeitoNaSaida[]> {
  return sql<EfeitoNaSaida[]>`
    select seq, origem, pedido_id as recurso_id, efeito, ocorrencia, criado_em, tentativas, ultimo_erro, proxima_tentativa_em,
      falhou_em
    from outbox
    where falhou_em is not null and descartado_em is null and seq < coalesce(${aPartirDe}::bigint, 9223372036854775807)
    order by seq desc limit ${limite}`;
}
