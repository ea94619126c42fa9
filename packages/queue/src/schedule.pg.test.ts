import { waitUntil } from '@entrada/testing';
import { afterEach, beforeEach, describe, expect, inject, test, vi } from 'vitest';
import { type Lugar, lugares, MUDO } from './apoio.suite.ts';
import type { Fila } from './fila.ts';
import { AGENDA, garantirAgenda, manterAgenda } from './schedule.ts';

const UMA_HORA_MS = 60 * 60 * 1_000;
const PERIODO = AGENDA[0]?.cadaMs ?? Number.NaN;
const agora = async () => Date.now();

describe.each(lugares(inject('redisUrl')))('the schedule on %s', (_nome, criar) => {
  let lugar: Lugar;
  let fila: Fila;
  beforeEach(async () => {
    lugar = await criar();
    fila = await lugar.abrir('consumidor');
  });
  afterEach(() => lugar.fechar());

  const proxima = async () => (await fila.fila('agenda').getJobScheduler('varrer'))?.next ?? null;

  test('the first call schedules every task, which then comes by itself', async () => {
    expect(await garantirAgenda(fila, agora)).toEqual({ garantidas: AGENDA.length, reparadas: 0 });
    const tarefas: string[] = [];
    fila.consumir('agenda', async ({ tarefa }, { nome }) => tarefas.push(`${tarefa} ${nome}`), { concurrency: 1 });
    const todas = AGENDA.map(({ tarefa }) => `${tarefa} ${tarefa}`);
    await waitUntil(() => todas.every((t) => tarefas.includes(t)), { prazoMs: PERIODO + 5_000, oQue: `${todas}` });
    expect((await proxima()) ?? 0).toBeGreaterThan(Date.now() - 1_000);
  });

  test('called again and again it leaves one scheduler with one turn to come', async () => {
    for (let i = 0; i < 5; i += 1) await garantirAgenda(fila, agora);
    const agenda = fila.fila('agenda');
    expect(await agenda.getJobSchedulersCount()).toBe(AGENDA.length);
    const { delayed = 0, waiting = 0 } = await agenda.getJobCounts('delayed', 'waiting');
    expect(delayed + waiting).toBe(AGENDA.length);
  });

  test('after everything queued was lost, the next call brings it back and it runs', async () => {
    await garantirAgenda(fila, agora);
    const vezes: string[] = [];
    fila.consumir('agenda', async ({ tarefa }) => vezes.push(tarefa), { concurrency: 1 });
    await waitUntil(() => vezes.length === AGENDA.length);
    await lugar.esvaziar();
    expect(await proxima()).toBeNull();
    await garantirAgenda(fila, agora);
    await waitUntil(() => vezes.length > AGENDA.length, { prazoMs: PERIODO + 5_000 });
  });

  test('a turn that a wrong clock put an hour ahead is brought back', async () => {
    const certo = Date.now();
    const relogio = vi.spyOn(Date, 'now').mockImplementation(() => certo + UMA_HORA_MS);
    const vezes: string[] = [];
    const errado = fila.consumir('agenda', async () => vezes.push('wrong clock'), { concurrency: 1 });
    await garantirAgenda(fila, agora);
    await waitUntil(() => vezes.length === AGENDA.length);
    await errado.close();
    relogio.mockRestore();

    await fila
      .fila('agenda')
      .upsertJobScheduler('varrer', { every: PERIODO }, { name: 'varrer', data: { tarefa: 'varrer' } });
    expect((await proxima()) ?? 0).toBeGreaterThan(Date.now() + UMA_HORA_MS / 2); // an upsert alone does not repair it
    expect(await garantirAgenda(fila, agora)).toEqual({ garantidas: AGENDA.length, reparadas: AGENDA.length });
    expect((await proxima()) ?? Number.POSITIVE_INFINITY).toBeLessThan(Date.now() + 2 * PERIODO);
    fila.consumir('agenda', async ({ tarefa }) => vezes.push(tarefa), { concurrency: 1 });
    await waitUntil(() => vezes.includes('varrer'), { prazoMs: PERIODO + 5_000 });
  });

  test('keeping the schedule survives a clock that cannot be read, and stops when told', async () => {
    let chamadas = 0;
    const agenda = manterAgenda(
      fila,
      async () => {
        chamadas += 1;
        throw new Error('no database');
      },
      MUDO,
    );
    await waitUntil(() => chamadas === 1);
    await agenda.parar();
    expect(await proxima()).toBeNull();
  });
});
