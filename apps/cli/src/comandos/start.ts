import { mkdir } from 'node:fs/promises';
import { Command } from '@commander-js/extra-typings';
import { errosDaOrigem } from '@entrada/providers';
import { createLogger, exigirOrigens, onShutdown, type Passo, processEnv, readConfig } from '@entrada/runtime';
import { pasta } from '../opcoes.ts';
import { boasVindas } from '../start/boas-vindas.ts';
import { subir } from '../start/subir.ts';
import { criarTerminal } from '../start/terminal.ts';

/** Longer than the programs' own: they are given the time to drain. */
const PRAZO_DO_FIM_MS = 45_000;

export const start = () =>
  new Command('start')
    .description(
      'Runs everything: database (its own where DATABASE_URL is unset), migrations, receiver, worker. Ctrl-C stops it.',
    )
    .addOption(pasta())
    .action(async (opcoes) => {
      const config = readConfig(processEnv(), { errosDaOrigem });
      if (config.producao) exigirOrigens(config);
      await mkdir(opcoes.pasta, { recursive: true });
      const terminal = criarTerminal();
      const destino = { write: (linha: string) => terminal.linha('start', linha.trimEnd()) };
      const logger = createLogger({ nome: 'start', level: config.logLevel, destino });
      const desfazer: Passo[] = [];
      const encerramento = onShutdown({ logger, prazoMs: PRAZO_DO_FIM_MS, passos: desfazer });
      try {
        const lugares = await subir(config, opcoes.pasta, desfazer, terminal);
        terminal.texto(boasVindas(lugares, new Date()));
      } catch (e) {
        if (encerramento.emAndamento()) return; // Ctrl-C came meanwhile, and its end is on the way
        for (const passo of desfazer) await Promise.resolve(passo.fazer()).catch(() => undefined);
        throw e;
      }
    });
