import { createLogger } from '@entrada/runtime';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { vigiarProgresso } from './progresso.ts';

const logger = createLogger({ nome: 'test', level: 'silent' });
beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function comConsumidor(parado: () => number | Promise<number>) {
  const desistencias: string[] = [];
  const progresso = vigiarProgresso({
    consumidores: [
      { nome: 'publicar', semProgressoMs: async () => 0 },
      { nome: 'aplicar', semProgressoMs: async () => parado() },
    ],
    logger,
    desistir: (motivo) => desistencias.push(motivo),
  });
  return { progresso, desistencias };
}

describe('health by progress', () => {
  it('is not ready after 30 s without progress, gives up 60 s later, and not before', async () => {
    let ms = 0;
    const { progresso, desistencias } = comConsumidor(() => ms);
    for (ms = 0; ms < 30_000; ms += 5_000) {
      await vi.advanceTimersByTimeAsync(5_000);
      expect(progresso.problema()).toBe(null);
    }
    await vi.advanceTimersByTimeAsync(5_000);
    expect(progresso.problema()).toContain('aplicar');
    expect(desistencias).toEqual([]);
    ms = 90_000;
    await vi.advanceTimersByTimeAsync(5_000);
    expect(desistencias).toEqual([expect.stringContaining('aplicar')]);
    progresso.parar();
  });
  it('is well again when something is taken', async () => {
    let ms = 40_000;
    const { progresso } = comConsumidor(() => ms);
    await vi.advanceTimersByTimeAsync(5_000);
    expect(progresso.problema()).not.toBe(null);
    ms = 0;
    await vi.advanceTimersByTimeAsync(5_000);
    expect(progresso.problema()).toBe(null);
    progresso.parar();
  });
  it('does not blame the process for a queue that does not answer', async () => {
    const { progresso, desistencias } = comConsumidor(() => Promise.reject(new Error('down')));
    await vi.advanceTimersByTimeAsync(300_000);
    expect(progresso.problema()).toBe(null);
    expect(desistencias).toEqual([]);
    progresso.parar();
  });
});
