import { setImmediate as fimDaVolta } from 'node:timers/promises';
import type { Chave } from '@entrada/db';
import type { DepsDoEvento } from './aplicar-evento.ts';

type Acordar = DepsDoEvento['acordar'];

/**
 * The jobs of one transaction end in the same turn of the event loop, and each wakes the publisher for its own order: one
 * add for all of them costs what one of a hundred does.
 */
export function acordarJuntos(acordar: Acordar): Acordar {
  const esperando = new Map<Parameters<Acordar>[0], { chaves: Chave[]; feito: Promise<unknown> }>();
  return (fila, chaves) => {
    const lote = esperando.get(fila);
    if (lote) {
      lote.chaves.push(...chaves);
      return lote.feito;
    }
    const novas = [...chaves];
    const feito = fimDaVolta().then(() => {
      esperando.delete(fila);
      return acordar(fila, novas);
    });
    esperando.set(fila, { chaves: novas, feito });
    return feito;
  };
}
