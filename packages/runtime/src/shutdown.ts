import type { Logger } from './logger.ts';

export interface Passo {
  nome: string;
  fazer(): Promise<unknown> | unknown;
}

export interface Encerramento {
  /** True from the first signal on: /readyz then says so and the balancer looks elsewhere. */
  emAndamento(): boolean;
  /** Starts the same way out without a signal. */
  encerrar(motivo: string): Promise<void>;
}

/**
 * A Ctrl-C reaches every process of the terminal and the parent passes it on as well: what follows this soon is the same
 * request, not impatience.
 */
const MESMO_PEDIDO_MS = 500;

/**
 * On SIGTERM or SIGINT the steps run in order, then exit 0. A step that fails is logged, the next ones still run, and
 * the exit status is 1. Later than `prazoMs`, or on a second signal: exit 1 at once. Work cut short is taken up again
 * elsewhere: nothing here is needed for correctness. A child of `entrada start` also ends when its parent is gone, however
 * that one ended: nobody would stop it any more. An exception that nobody caught is logged and ends the process.
 */
export function onShutdown(opcoes: { logger: Logger; prazoMs: number; passos: readonly Passo[] }): Encerramento {
  const { logger, prazoMs, passos } = opcoes;
  let desde: number | null = null;

  const encerrar = async (motivo: string): Promise<void> => {
    if (desde !== null) return;
    desde = performance.now();
    let atual = '';
    logger.info({ motivo, prazo_ms: prazoMs }, 'shutting down');
    setTimeout(() => {
      logger.error({ passo: atual, prazo_ms: prazoMs }, 'shutdown took too long: exiting with work unfinished');
      process.exit(1);
    }, prazoMs);

    let codigo = 0;
    for (const passo of passos) {
      atual = passo.nome;
      try {
        await passo.fazer();
      } catch (err) {
        codigo = 1;
        logger.error({ err, passo: passo.nome }, 'a step of the shutdown failed');
      }
    }
    logger.info({ ms: Math.round(performance.now() - desde) }, 'shut down');
    process.exit(codigo);
  };

  const aoSinal = (sinal: NodeJS.Signals): void => {
    if (desde === null) return void encerrar(sinal);
    if (performance.now() - desde < MESMO_PEDIDO_MS) return;
    logger.warn({ sinal }, 'second signal: exiting at once');
    process.exit(1);
  };
  process.on('SIGTERM', aoSinal);
  process.on('SIGINT', aoSinal);
  if (process.send) {
    const semPai = (): void => void encerrar('the parent is gone');
    process.on('disconnect', semPai);
    if (!process.connected) semPai(); // it went while this process was starting
  }
  process.on('uncaughtException', (err) => {
    logger.fatal({ err }, 'uncaught exception');
    process.exit(1);
  });
  return { emAndamento: () => desde !== null, encerrar };
}
