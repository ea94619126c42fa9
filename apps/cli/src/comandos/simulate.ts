import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { Command } from '@commander-js/extra-typings';
import { StartError } from '@entrada/runtime';
import { arquivoDoApp } from '../apps.ts';

/** The simulator knows its own options: everything behind the name is passed on as it is, --help included. */
export const simulate = () =>
  new Command('simulate')
    .description('Plays a store against the running system and checks every order; see simulate --help.')
    .argument('[options...]')
    .helpOption(false)
    .allowUnknownOption()
    .passThroughOptions()
    .action(async (argumentos) => {
      const arquivo = arquivoDoApp('simulator');
      if (!arquivo) throw new StartError('The simulator is not part of this installation.');
      const argv = [...process.execArgv, fileURLToPath(arquivo), ...argumentos];
      const filho = spawn(process.execPath, argv, { stdio: 'inherit' });
      for (const sinal of ['SIGINT', 'SIGTERM'] as const) process.on(sinal, () => filho.kill(sinal));
      const [codigo] = await once(filho, 'exit');
      process.exitCode = typeof codigo === 'number' ? codigo : 1;
    });
