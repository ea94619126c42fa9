export interface Relogio {
  /** Does it a last time, and then never again. */
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
      await emCurso;
      await vez();
    },
  };
}
