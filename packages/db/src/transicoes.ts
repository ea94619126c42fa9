import type { Transicao } from '@entrada/domain';
import { type Chave, emPartes, linhas } from './chave.ts';
import type { Sql } from './conectar.ts';
import type { Tx } from './transacao.ts';

/** Writes transitions; `seq` follows the order of the array. The orders' rows exist by now. */
export async function inserirTransicoes(tx: Tx, transicoes: readonly (Chave & Transicao)[]): Promise<void> {
  await emPartes(
    transicoes,
    (parte) => tx`
    insert into transicoes (origem, pedido_id, de, para, versao, evento_id, causa)
    select origem, recurso_id, de, para, versao, evento_id, causa
    from rows from (jsonb_to_recordset(${linhas(tx, parte)}) as (
      origem text, recurso_id text, de text, para text, versao bigint, evento_id text, causa text)
    ) with ordinality as n (origem, recurso_id, de, para, versao, evento_id, causa, ordem)
    order by ordem`,
  );
}

export interface TransicaoGravada extends Transicao {
  seq: number;
  em: Date;
}

/** What really happened to an order, in the order in which it happened here. */
export async function transicoesDoPedido(sql: Sql, chave: Chave): Promise<TransicaoGravada[]> {
  return sql<TransicaoGravada[]>`
    select seq, de, para, versao, evento_id, causa, em
    from transicoes
    where origem = ${chave.origem} and pedido_id = ${chave.recurso_id}
    order by seq`;
}
