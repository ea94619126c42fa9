import { setTimeout as dormir } from 'node:timers/promises';
import { createLogger } from './logger.ts';
import { onShutdown } from './shutdown.ts';

/** The program that shutdown.e2e.test.ts stops in every way: its argument names its steps and their deadline. */
const { passos, prazoMs } = JSON.parse(process.argv[2] ?? '') as { passos: string[]; prazoMs: number };
const logger = createLogger({ nome: 'fixture', level: 'info' });

const FAZERES: Record<string, () => Promise<unknown>> = {
  rapido: async () => undefined,
  lento: () => dormir(300),
  falha: () => Promise.reject(new Error('broken')),
  preso: () => new Promise(() => {}),
};

onShutdown({
  logger,
  prazoMs,
  passos: passos.map((nome) => ({
    nome,
    fazer: async () => {
      await FAZERES[nome]?.();
      logger.info({}, `${nome} done`);
    },
  })),
});
setInterval(() => {}, 1_000);
logger.info({}, 'running');
if (passos.includes('excecao'))
  setTimeout(() => {
    throw new Error('nobody expects this');
  }, 50);
