import { setTimeout as esperar } from 'node:timers/promises';

const PACIENCIA_MS = 2_000;

export interface Relogio {
  /** Does it a last time, and then never again. Waits for that 2 s at most: a database that is frozen holds up no exit. */
  parar(): Promise<void>;
}

/**
 * Does something again and again, so many ms after it was done; never twice at a time. A failure is told, and the next turn
 * comes all the same. Keeps no process alive.
 */
export function aCada(intervaloMs: number, fazer: () => Promise<void>, aoFalhar: (erro: unknown) => void): Relogio {
  let relogio: NodeJS.Timeout | undefined;
  let parado = false;
  const vez = async (): Promise<void> => {
    await fazer().catch(aoFalhar);
    if (!parado) marcar();
  };
  let emCurso = Promise.resolve();
  const marcar = (): void => {
    relogio = setTimeout(() => {
      emCurso = vez();
    }, intervaloMs).unref();
  };
  marcar();
  return {
    async parar() {
      if (parado) return;
      parado = true;
      clearTimeout(relogio);
      await Promise.race([emCurso.then(vez), esperar(PACIENCIA_MS, undefined, { ref: false })]);
    },
  };
}
