/**
 * The deadline of one delivery, as cheap as a timer: an AbortController and its listener cost a tenth of what the receiver
 * does for a delivery.
 */
export interface Prazo {
  /** Set by whoever still has the delivery waiting, to take it back. */
  aoVencer: ((erro: Error) => void) | null;
}

/** Runs `fazer` and gives up after the deadline: what is still waiting is withdrawn, what is under way may yet commit. */
export function dentroDoPrazo<T>(prazoMs: number, fazer: (prazo: Prazo) => Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const prazo: Prazo = { aoVencer: null };
    const relogio = setTimeout(() => {
      const erro = new Error(`not committed within ${prazoMs} ms`);
      prazo.aoVencer?.(erro);
      reject(erro);
    }, prazoMs);
    fazer(prazo)
      .then(resolve, reject)
      .finally(() => clearTimeout(relogio));
  });
}
