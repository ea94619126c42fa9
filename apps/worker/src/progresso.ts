import type { Logger } from '@entrada/runtime';

export interface OpcoesDoProgresso {
  /** For how long each consumer of this process has had room, and work before it, and took none. 0 while all is well. */
  consumidores: readonly { nome: string; semProgressoMs(): Promise<number> }[];
  logger: Logger;
  /** The way out: a supervisor starts the process anew. */
  desistir(motivo: string): void;
  /** From here on this process is not ready. */
  aposMs?: number;
  /** So much later it gives up. */
  desistirAposMs?: number;
  intervaloMs?: number;
}

/**
 * Health is progress: a consumer can stop without a word after an outage of its queue, while every connection looks well.
 * Judged by the queue and by what this process takes from it, so that one stuck order does not end idle colleagues.
 */
export function vigiarProgresso(opcoes: OpcoesDoProgresso): { problema(): string | null; parar(): void } {
  const { consumidores, logger, desistir, aposMs = 30_000, desistirAposMs = 60_000, intervaloMs = 5_000 } = opcoes;
  let problema: string | null = null;
  let olhando = false;

  const olhar = async (): Promise<void> => {
    const parados = await Promise.all(consumidores.map(async (c) => ({ nome: c.nome, ms: await c.semProgressoMs() })));
    const [pior] = parados.sort((a, b) => b.ms - a.ms);
    const antes = problema;
    problema = pior && pior.ms >= aposMs ? `jobs of ${pior.nome} wait, and this process takes none` : null;
    if (problema !== antes) logger.warn({ problema, ms: pior?.ms }, problema ? 'no progress' : 'progress again');
    if (problema !== null && pior && pior.ms >= aposMs + desistirAposMs) desistir(problema);
  };
  const relogio = setInterval(() => {
    if (olhando) return;
    olhando = true;
    void olhar()
      .catch(() => undefined) // a queue that does not answer is not this process's fault
      .finally(() => {
        olhando = false;
      });
  }, intervaloMs);
  return { problema: () => problema, parar: () => clearInterval(relogio) };
}
