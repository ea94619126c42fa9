import type { Efeito, Nascidos } from '@entrada/domain';
import { type Chave, conjunto, emPartes, linhas } from './chave.ts';
import type { Sql } from './conectar.ts';
import type { Tx } from './transacao.ts';

/** How many effects of each kind every one of these orders has had, annulled ones included. */
export async function lerNascidos(tx: Tx, chaves: readonly Chave[]): Promise<(Chave & { nascidos: Nascidos })[]> {
  const rows = await tx<(Chave & Nascidos)[]>`
    select c.origem, c.recurso_id,
      count(*) filter (where o.efeito = 'liberar_separacao') as liberar_separacao,
      count(*) filter (where o.efeito = 'interromper_separacao') as interromper_separacao,
      count(*) filter (where o.efeito = 'notificar_reembolso') as notificar_reembolso
    from ${conjunto(tx, chaves)} left join outbox o on o.origem = c.origem and o.pedido_id = c.recurso_id
    group by c.origem, c.recurso_id`;
  return rows.map(({ origem, recurso_id, ...nascidos }) => ({ origem, recurso_id, nascidos }));
}

export interface NovoEfeito extends Chave {
  efeito: Efeito;
  ocorrencia: number;
  evento_id: string;
  /** What the ERP will get, fixed now: one key, one body. `criado_em` and what is known of refunds and disputes are added. */
  corpo: object;
}

/** Writes effects; `seq` follows the order of the array. */
export async function inserirEfeitos(tx: Tx, efeitos: readonly NovoEfeito[]): Promise<void> {
  await emPartes(
    efeitos,
    (parte) => tx`
    insert into outbox (origem, pedido_id, efeito, ocorrencia, evento_id, corpo)
    select n.origem, recurso_id, efeito, ocorrencia, evento_id,
      jsonb_set(corpo, '{pedido,marcas}', coalesce(corpo #> '{pedido,marcas}', '{}') || jsonb_build_object(
        'reembolso_parcial_centavos',
        case when corpo #>> '{pedido,status}' <> 'reembolsado' then nullif(m.reembolso_centavos, 0) end,
        'em_disputa', coalesce(m.em_disputa, false)
      )) || jsonb_build_object('criado_em', to_char(now() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
    from rows from (jsonb_to_recordset(${linhas(tx, parte)}) as (
      origem text, recurso_id text, efeito text, ocorrencia int, evento_id text, corpo jsonb)
    ) with ordinality as n (origem, recurso_id, efeito, ocorrencia, evento_id, corpo, ordem)
    left join marcas m on m.origem = n.origem and m.pedido_id = n.recurso_id
    order by ordem`,
  );
}

export interface Par extends Chave {
  ocorrencia: number;
}

/**
 * Closes the liberar/interromper pairs that the ERP cannot have seen, and returns them. Both rows are locked before they
 * are judged: a publisher that claims one of them at this moment has either been seen or finds it closed.
 */
export async function anularPares(tx: Tx, pares: readonly Par[]): Promise<Par[]> {
  if (pares.length === 0) return [];
  return tx<Par[]>`
    with travados as (
      select o.seq, o.origem, o.pedido_id, o.ocorrencia,
        o.tentativas = 0 and num_nonnulls(o.enviado_em, o.falhou_em, o.anulado_em, o.reservado_ate) = 0 as intacto
      from jsonb_to_recordset(${linhas(tx, pares)}) as n (origem text, recurso_id text, ocorrencia int)
      join outbox o on o.origem = n.origem and o.pedido_id = n.recurso_id and o.ocorrencia = n.ocorrencia
      where o.efeito in ('liberar_separacao', 'interromper_separacao')
      order by o.seq
      for update of o
    ), intactos as (
      select origem, pedido_id, ocorrencia from travados
      group by origem, pedido_id, ocorrencia having count(*) = 2 and bool_and(intacto)
    ), anulados as (
      update outbox o set anulado_em = now(), proxima_tentativa_em = null
      from travados t join intactos i using (origem, pedido_id, ocorrencia)
      where o.seq = t.seq
    )
    select origem, pedido_id as recurso_id, ocorrencia from intactos`;
}

export interface EfeitoGravado {
  seq: number;
  efeito: Efeito;
  ocorrencia: number;
  evento_id: string;
  corpo: unknown;
  criado_em: Date;
  tentativas: number;
  proxima_tentativa_em: Date | null;
  ultimo_erro: string | null;
  enviado_em: Date | null;
  falhou_em: Date | null;
  anulado_em: Date | null;
  /** Settled by an operator, without being sent. */
  descartado_em: Date | null;
}

/** An order's effects, in the order in which they were born. */
export async function efeitosDoPedido(sql: Sql, chave: Chave): Promise<EfeitoGravado[]> {
  return sql<EfeitoGravado[]>`
    select seq, efeito, ocorrencia, evento_id, corpo, criado_em, tentativas, proxima_tentativa_em, ultimo_erro, enviado_em,
      falhou_em, anulado_em, descartado_em
    from outbox
    where origem = ${chave.origem} and pedido_id = ${chave.recurso_id}
    order by seq`;
}
