import { type Historico, type MarcasDitas, NADA_DITO } from '@entrada/domain';
import type { Chave } from './chave.ts';
import type { Sql } from './conectar.ts';
import { lerMarcas } from './marcas.ts';
import { type EfeitoGravado, efeitosDoPedido } from './outbox.ts';
import { buscarPedido } from './pedidos.ts';
import { transacao } from './transacao.ts';
import { type TransicaoGravada, transicoesDoPedido } from './transicoes.ts';
import { type EventoDoPedido, eventosDoPedido, lerBases, lerHistoria } from './webhook-eventos/historia.ts';

/** All that is stored about one order, as the domain explains it and with what people want to see besides. */
export interface HistoricoGravado extends Historico {
  atualizado_em: Date | null;
  eventos: EventoDoPedido[];
  transicoes: TransicaoGravada[];
  efeitos: EfeitoGravado[];
  /** What is known of its refunds and disputes; see marcasDoPedido. */
  ditas: MarcasDitas;
}

/**
 * Reads an order from one snapshot: tables read at different moments of an apply would contradict each other.
 * @returns null where nothing was ever heard of it
 */
export async function lerHistorico(
  sql: Sql,
  chave: Chave,
  opcoes: { comPayload?: boolean } = {},
): Promise<HistoricoGravado | null> {
  return transacao(sql, async (tx) => {
    await tx`set transaction isolation level repeatable read, read only`;
    // One after the other: of statements sent together, one that fails can hide behind "transaction is aborted".
    const pedido = await buscarPedido(tx, chave);
    const eventos = await eventosDoPedido(tx, chave, opcoes);
    if (pedido === null && eventos.length === 0) return null;
    return {
      origem: chave.origem,
      id: chave.recurso_id,
      pedido: pedido?.estado ?? null,
      atualizado_em: pedido?.atualizado_em ?? null,
      base: (await lerBases(tx, [chave]))[0]?.base ?? null,
      fatos: await lerHistoria(tx, [chave]),
      eventos,
      transicoes: await transicoesDoPedido(tx, chave),
      efeitos: await efeitosDoPedido(tx, chave),
      ditas: (await lerMarcas(tx, [chave]))[0]?.ditas ?? NADA_DITO,
    };
  });
}
