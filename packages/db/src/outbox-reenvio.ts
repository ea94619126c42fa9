import type { Efeito } from '@entrada/domain';
import type { Chave } from './chave.ts';
import { travarPedidos } from './locks.ts';
import type { Tx } from './transacao.ts';

/** `posterior_enviado`: a later effect of the order was sent, and this one would now arrive after it; `posterior_em_envio`:
 * one is being sent at this moment. */
export type Reenvio = 'retomado' | 'inexistente' | 'nao_falhou' | 'posterior_enviado' | 'posterior_em_envio';

/**
 * Takes a failed effect up again: as the head of its order, at once, with a new day of attempts, the same key and the same
 * body. The order's lock keeps effects from being born meanwhile, the rows' locks keep them from being claimed.
 */
export async function reenviarEfeito(
  tx: Tx,
  { origem, recurso_id, efeito, ocorrencia }: Chave & { efeito: Efeito; ocorrencia: number },
): Promise<Reenvio> {
  await travarPedidos(tx, [{ origem, recurso_id }]);
  const desteEmDiante = await tx<{ seq: number; falhou: boolean; enviado: boolean; reservado: boolean }[]>`
    select seq, falhou_em is not null as falhou, enviado_em is not null as enviado, reserva is not null as reservado
    from outbox
    where origem = ${origem} and pedido_id = ${recurso_id} and seq >= (
      select seq from outbox
      where origem = ${origem} and pedido_id = ${recurso_id} and efeito = ${efeito} and ocorrencia = ${ocorrencia})
    order by seq
    for update`;
  const [este, ...posteriores] = desteEmDiante;
  if (!este) return 'inexistente';
  if (!este.falhou) return 'nao_falhou';
  if (posteriores.some((p) => p.enviado)) return 'posterior_enviado';
  if (posteriores.some((p) => p.reservado)) return 'posterior_em_envio';
  await tx`
    update outbox set falhou_em = null, descartado_em = null, tentado_desde = null, tentativas = least(tentativas, 1) -- the waits start short again
    where seq = ${este.seq}`;
  return 'retomado';
}
