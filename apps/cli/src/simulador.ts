import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { StartError } from '@entrada/runtime';
import { arquivoDoApp } from './apps.ts';

/** Runs the simulator in place of this process: the same terminal, signals passed on, its exit status. */
export async function rodarSimulador(argumentos: readonly string[]): Promise<void> {
  const arquivo = arquivoDoApp('simulator');
  if (!arquivo) throw new StartError('The simulator is not part of this installation.');
  const argv = [...process.execArgv, fileURLToPath(arquivo), ...argumentos];
  const filho = spawn(process.execPath, argv, { stdio: 'inherit' });
  for (const sinal of ['SIGINT', 'SIGTERM'] as const) process.on(sinal, () => filho.kill(sinal));
  const [codigo] = await once(filho, 'exit');
  process.exitCode = typeof codigo === 'number' ? codigo : 1;
}
