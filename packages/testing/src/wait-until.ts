import { setTimeout as esperar } from 'node:timers/promises';

export interface Espera {
  /** Default 10 s. */
  prazoMs?: number;
  intervaloMs?: number;
  /** What was awaited, for the error. */
  oQue?: string;
}

/** Asks again and again until the answer is truthy, and returns it. At the deadline it throws, with fn's last error as cause. */
export async function waitUntil<T>(fn: () => T | Promise<T>, espera: Espera = {}): Promise<NonNullable<T>> {
  const { prazoMs = 10_000, intervaloMs = 25, oQue = 'the condition' } = espera;
  const fim = performance.now() + prazoMs;
  let cause: unknown;
  for (;;) {
    try {
      const valor = await fn();
      if (valor) return valor;
      cause = undefined;
    } catch (e) {
      cause = e;
    }
    if (performance.now() > fim) throw new Error(`${oQue} did not come within ${prazoMs} ms`, { cause });
    await esperar(intervaloMs);
  }
}
