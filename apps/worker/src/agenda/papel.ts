import type { DadosDa, Tarefa } from '@entrada/queue';
import type { Logger } from '@entrada/runtime';

type Turno = DadosDa<'agenda'>;

export interface DepsDaAgenda {
  logger: Logger;
  /** What this process can do, by its roles. */
  tarefas: Partial<Record<Tarefa, (turno: Turno) => Promise<unknown>>>;
  /** Offers a turn again, to some other process. */
  devolver(turno: Turno): Promise<void>;
}

/**
 * The handler of the queue of all schedulers. Workers may have different roles: one that takes a turn which is not among
 * its own gives it back.
 */
export function papelAgenda({ tarefas, devolver, logger }: DepsDaAgenda): (turno: Turno) => Promise<unknown> {
  return async (turno) => {
    const fazer = tarefas[turno.tarefa];
    if (fazer) return fazer(turno);
    logger.debug(turno, 'a turn for another role');
    await devolver(turno);
    return { devolvida: true };
  };
}
