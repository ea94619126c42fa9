import type { Efeito } from '@entrada/domain';
import { inserirAcao } from './auditoria.ts';
import type { Chave } from './chave.ts';
import type { Sql } from './conectar.ts';
import { type Reenvio, reenviarEfeito } from './outbox-reenvio.ts';
import { transacao } from './transacao.ts';

/** One effect of one order. */
export type Alvo = Chave & { efeito: Efeito; ocorrencia: number };

/** Takes a failed effect up again, and writes down who asked. The caller wakes the publisher afterwards. */
export async function reenviarEfeitoFalho(sql: Sql, alvo: Alvo, quem: string): Promise<Reenvio> {
  return transacao(sql, async (tx) => {
    const reenvio = await reenviarEfeito(tx, alvo);
    if (reenvio === 'retomado') await inserirAcao(tx, { quem, acao: 'reenviar', ...deQuem(alvo) });
    return reenvio;
  });
}

/** Settles a failed effect without sending it, and writes down who did. false: there is none that has failed and is open. */
export async function descartarEfeitoFalho(sql: Sql, alvo: Alvo, quem: string): Promise<boolean> {
  return transacao(sql, async (tx) => {
    const { count } = await tx`
      update outbox set descartado_em = now()
      where origem = ${alvo.origem} and pedido_id = ${alvo.recurso_id} and efeito = ${alvo.efeito}
        and ocorrencia = ${alvo.ocorrencia} and falhou_em is not null and descartado_em is null`;
    if (count > 0) await inserirAcao(tx, { quem, acao: 'descartar_efeito', ...deQuem(alvo) });
    return count > 0;
  });
}

const deQuem = ({ origem, recurso_id, efeito, ocorrencia }: Alvo) => ({
  chave: { origem, recurso_id },
  detalhes: { efeito, ocorrencia },
});
