import type { DadosDa, Tarefa } from '@entrada/queue';
import type { Logger } from '@entrada/runtime';
import type { Metricas } from '../metricas.ts';

type Turno = DadosDa<'agenda'>;

export interface DepsDaAgenda {
  logger: Logger;
  metricas: Pick<Metricas, 'turnos'>;
  /** What this process can do, by its roles. */
  tarefas: Partial<Record<Tarefa, (turno: Turno) => Promise<unknown>>>;
  /** Offers a turn again, to some other process. */
  devolver(turno: Turno): Promise<void>;
}

/**
 * The handler of the queue of all schedulers. Workers may have different roles: one that takes a turn which is not among
 * its own gives it back.
 */
export function papelAgenda({ tarefas, devolver, logger, metricas }: DepsDaAgenda): (turno: Turno) => Promise<unknown> {
  for (const tarefa of Object.keys(tarefas)) metricas.turnos.inc({ tarefa, fim: 'feito' }, 0);
  return async (turno) => {
    const fazer = tarefas[turno.tarefa];
    if (fazer) return contado(metricas, turno.tarefa, () => fazer(turno));
    logger.debug(turno, 'a turn for another role');
    await devolver(turno);
    return { devolvida: true };
  };
}

async function contado<T>({ turnos }: DepsDaAgenda['metricas'], tarefa: Tarefa, fazer: () => Promise<T>): Promise<T> {
  let fim = 'falhou';
  try {
    const feito = await fazer();
    fim = 'feito';
    return feito;
  } finally {
    turnos.inc({ tarefa, fim });
  }
}
