import {
  buscarPedido,
  type Chave,
  type EfeitoGravado,
  type EventoDoPedido,
  efeitosDoPedido,
  eventosDoPedido,
  type PedidoGravado,
  type Sql,
  type TransicaoGravada,
  transicoesDoPedido,
} from '@entrada/db';
import { StartError } from '@entrada/runtime';

/** All that is stored about one order. */
export interface PedidoLido {
  pedido: (PedidoGravado & { atualizado_em: Date }) | null;
  eventos: EventoDoPedido[];
  transicoes: TransicaoGravada[];
  efeitos: EfeitoGravado[];
}

/** @throws StartError where nothing was ever heard of the order */
export async function lerPedido(sql: Sql, chave: Chave): Promise<PedidoLido> {
  const [pedido, eventos, transicoes, efeitos] = await Promise.all([
    buscarPedido(sql, chave),
    eventosDoPedido(sql, chave),
    transicoesDoPedido(sql, chave),
    efeitosDoPedido(sql, chave),
  ]);
  if (pedido === null && eventos.length === 0)
    throw new StartError(`Nothing was ever heard of order ${chave.recurso_id} of ${chave.origem}.`);
  return { pedido, eventos, transicoes, efeitos };
}
