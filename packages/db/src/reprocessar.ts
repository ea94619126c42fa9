import { inserirAcao } from './auditoria.ts';
import type { Chave } from './chave.ts';
import type { Sql } from './conectar.ts';
import { travarPedidos } from './locks.ts';
import { transacao } from './transacao.ts';
import { retomar } from './webhook-eventos/pendentes.ts';

/**
 * Takes an order's waiting and `invalido` events up again and writes down who asked for it. Under the order's lock: a
 * worker that applies it at this moment is waited for. The caller wakes the workers afterwards.
 * @returns how many events are pending now
 */
export async function reprocessar(sql: Sql, chave: Chave, quem: string): Promise<number> {
  return transacao(sql, async (tx) => {
    await travarPedidos(tx, [chave]);
    const eventos = await retomar(tx, chave);
    await inserirAcao(tx, { quem, acao: 'reprocessar', chave, detalhes: { eventos } });
    return eventos;
  });
}
