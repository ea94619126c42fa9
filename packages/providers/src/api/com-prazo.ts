/**
 * Runs `fn` under a signal that fires when the time is up or when the caller's signal does. Not AbortSignal.any with
 * AbortSignal.timeout: those leave a timer and a listener behind with every call.
 */
export async function comPrazo<T>(
  prazoMs: number,
  sinal: AbortSignal | undefined,
  fn: (sinal: AbortSignal) => Promise<T>,
): Promise<T> {
  const controle = new AbortController();
  const desistir = () => controle.abort(new Error('the request was called off'));
  const relogio = setTimeout(() => controle.abort(new Error(`there was no answer within ${prazoMs} ms`)), prazoMs);
  sinal?.addEventListener('abort', desistir, { once: true });
  if (sinal?.aborted) desistir();
  try {
    return await fn(controle.signal);
  } finally {
    clearTimeout(relogio);
    sinal?.removeEventListener('abort', desistir);
  }
}
