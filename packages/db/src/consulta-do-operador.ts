import { inserirAcao } from './auditoria.ts';
import type { Chave } from './chave.ts';
import type { Sql } from './conectar.ts';
import { consultaDoPedido, pedirConsultas } from './consultas.ts';
import { transacao } from './transacao.ts';

/**
 * Wishes to read an order from its store's API, and writes down who asked. The caller wakes the reader afterwards.
 * @returns which wish this is: it is answered once so many have been read
 */
export async function pedirConsultaDoOperador(sql: Sql, chave: Chave, quem: string): Promise<number> {
  return transacao(sql, async (tx) => {
    await pedirConsultas(tx, [{ ...chave, motivo: 'operador' }]);
    await inserirAcao(tx, { quem, acao: 'consultar', chave, detalhes: {} });
    return (await consultaDoPedido(tx, chave))?.pedidas ?? 0;
  });
}
