import { z } from 'zod';

/**
 * The job catalogue: every queue and what its jobs carry. A job only wakes somebody up. What is to be done lies in a
 * table, so a job that is lost costs a delay and one too many costs an empty look.
 */
export const DADOS = {
  /** Pending events of one order. `evento_id` names an event that woke it and is there for people only: of several adds
   * that were merged, the job may carry the first one's. null: the sweep woke it. */
  aplicar: z.object({ origem: z.string(), recurso_id: z.string(), evento_id: z.string().nullable() }),
  /** Effects of one order that the ERP has not confirmed. */
  publicar: z.object({ origem: z.string(), recurso_id: z.string() }),
  /** A wish to read one order from the store's API. */
  consultar: z.object({ origem: z.string(), recurso_id: z.string() }),
  /** A turn of something periodic, see schedule.ts; with an origem, one that somebody asked for. */
  agenda: z.object({ tarefa: z.enum(['varrer', 'reconciliar', 'podar']), origem: z.string().optional() }),
};

export type NomeDeFila = keyof typeof DADOS;
export type DadosDa<N extends NomeDeFila> = z.infer<(typeof DADOS)[N]>;
export type Tarefa = DadosDa<'agenda'>['tarefa'];
export type PedidoParaAplicar = DadosDa<'aplicar'>;
/** The queues whose jobs stand for one order. */
export type FilaDePedidos = Exclude<NomeDeFila, 'agenda'>;

export const FILAS: readonly NomeDeFila[] = ['aplicar', 'publicar', 'consultar', 'agenda'];

const UMA_HORA_S = 60 * 60;
const UMA_SEMANA_S = 7 * 24 * UMA_HORA_S;
const MANTIDOS = 1_000;

/**
 * One attempt: when to try again is the table's business (tentativas, proxima_tentativa_em), and the sweep takes up what
 * is due. Finished jobs stay a while for people to look at.
 * @param porQuantidade the Postgres backend deadlocks where old jobs are removed by count
 */
export function opcoesDosJobs({ porQuantidade }: { porQuantidade: boolean }) {
  const count = porQuantidade ? { count: MANTIDOS } : {};
  return {
    attempts: 1,
    removeOnComplete: { age: UMA_HORA_S, ...count },
    removeOnFail: { age: UMA_SEMANA_S, ...count },
  };
}

/**
 * One job per order: at most one is active in the fleet, and an add that comes meanwhile runs after it. `replace` lets an
 * add through while an earlier job waits for a retry. There is no jobId: a kept job with the same id would swallow the
 * add without a word.
 */
export function jobDoPedido<D extends { origem: string; recurso_id: string }>(data: D) {
  const id = `${data.origem}:${data.recurso_id}`;
  return { name: id, data, opts: { deduplication: { id, keepLastIfActive: true, replace: true } } };
}
