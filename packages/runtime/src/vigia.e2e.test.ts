import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as dormir } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const FIXTURE = fileURLToPath(new URL('vigia.fixture.ts', import.meta.url));

function subir(modo: string) {
  const processo = spawn(process.execPath, ['--conditions=source', '--import', 'tsx', FIXTURE, modo]);
  let saida = '';
  for (const fluxo of [processo.stdout, processo.stderr])
    fluxo.on('data', (d: Buffer) => {
      saida += String(d);
    });
  return { processo, saida: () => saida };
}

describe('the watch over the event loop', () => {
  it('ends a process in an endless loop, and says so', async () => {
    const { processo, saida } = subir('laco');
    expect(await once(processo, 'close')).toEqual([null, 'SIGKILL']);
    expect(saida()).toContain('the event loop stands still');
  });
  it('leaves a process alone that was stopped as a whole and goes on', async () => {
    const { processo, saida } = subir('parado');
    await expect.poll(saida, { timeout: 10_000 }).toContain('alive');
    processo.kill('SIGSTOP');
    await dormir(3_000);
    processo.kill('SIGCONT');
    const antes = saida().length;
    await dormir(2_000);
    expect(saida().length).toBeGreaterThan(antes + 50);
    processo.kill('SIGKILL');
    await once(processo, 'close');
  });
});
