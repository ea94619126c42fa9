import { afterEach, expect, test, vi } from 'vitest';
import type { Fila } from './fila.ts';
import { AGENDA, manterAgenda } from './schedule.ts';

afterEach(() => vi.useRealTimers());

test('the schedule is put back every minute, since nothing says that Redis was emptied', async () => {
  vi.useFakeTimers();
  const upsertJobScheduler = vi.fn(async () => undefined);
  const queue = { getJobScheduler: async () => undefined, upsertJobScheduler };
  let voltar = (): void => undefined;
  const fila = {
    fila: () => queue,
    aoVoltar: (fn: () => void) => {
      voltar = fn;
    },
  } as unknown as Fila;
  const calado = { info: vi.fn(), warn: vi.fn(), error: vi.fn() };
  const agenda = manterAgenda(fila, async () => Date.now(), calado);

  await vi.advanceTimersByTimeAsync(0);
  expect(upsertJobScheduler).toHaveBeenCalledTimes(AGENDA.length);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(upsertJobScheduler).toHaveBeenCalledTimes(2 * AGENDA.length);
  voltar(); // the connection was lost and is back: at once
  await vi.advanceTimersByTimeAsync(0);
  expect(upsertJobScheduler).toHaveBeenCalledTimes(3 * AGENDA.length);
  await agenda.parar();
  await vi.advanceTimersByTimeAsync(120_000);
  expect(upsertJobScheduler).toHaveBeenCalledTimes(3 * AGENDA.length);
});
