import { setTimeout as esperar } from 'node:timers/promises';
import { iniciar, type Programa } from './processo.ts';
import type { Terminal } from './terminal.ts';

export interface Vigiado {
  /** Resolves once the program does its work; rejects where it cannot. */
  pronto: Promise<void>;
  /** Ends the program for good. */
  parar(): Promise<void>;
  /** Kills the program as it runs now; it is started again like after any other end. */
  matar(): void;
}

/** A program that lives this long after a start has recovered: the next end counts as its first. */
const VIDA_BOA_MS = 60_000;

/**
 * Keeps a program running: once it was ready, it is started again whenever it ends, later each time it ends soon. One
 * that ends before it was ever ready cannot work, and is not tried again.
 */
export function vigiar(programa: Programa, terminal: Terminal): Vigiado {
  const fim = new AbortController();
  let atual = iniciar(programa, terminal, fim.signal);
  const { pronto } = atual;
  const manter = async (): Promise<void> => {
    for (let quedas = 0; ; ) {
      const desde = performance.now();
      const como = await atual.fim;
      if (fim.signal.aborted) return;
      quedas = performance.now() - desde > VIDA_BOA_MS ? 1 : quedas + 1;
      const espera = esperaAntesDeReiniciar(quedas);
      terminal.aviso(`${programa.nome} ended (${como}); starting it again in ${espera / 1000} s`);
      await esperar(espera, undefined, { signal: fim.signal }).catch(() => undefined);
      if (fim.signal.aborted) return;
      atual = iniciar(programa, terminal, fim.signal);
      atual.pronto.then(
        () => terminal.aviso(`${programa.nome} is ready again`),
        () => undefined, // it ended or is slow: its end is what the loop waits for
      );
    }
  };
  const vida = pronto.then(manter, () => undefined);
  return {
    pronto,
    parar: async () => {
      fim.abort();
      await atual.encerrar();
      await vida;
    },
    matar: () => atual.matar(),
  };
}

/** 1 s, doubling to 30 s. */
export const esperaAntesDeReiniciar = (quedas: number): number => Math.min(30_000, 1000 * 2 ** (quedas - 1));
