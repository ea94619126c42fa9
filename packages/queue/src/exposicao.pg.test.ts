import { afterEach, beforeEach, describe, expect, inject, test } from 'vitest';
import { type Lugar, lugares } from './apoio.suite.ts';
import { AGENDA, garantirAgenda } from './schedule.ts';

describe.each(lugares(inject('redisUrl')))('what /metrics says of the queue on %s', (nome, criar) => {
  let lugar: Lugar;
  beforeEach(async () => {
    lugar = await criar();
  });
  afterEach(() => lugar.fechar());

  test('each state of each queue once, the schedule, and Redis where there is one', async () => {
    const fila = await lugar.abrir('produtor');
    await fila.acordar('publicar', [{ origem: 'loja', recurso_id: '1' }]);
    await garantirAgenda(fila, async () => Date.now());
    const linhas = (await fila.exposicao()).split('\n');
    expect(linhas).toContain('bullmq_job_count{queue="publicar", state="waiting"} 1');
    expect(linhas).toContain('bullmq_job_count{queue="aplicar", state="waiting"} 0');
    expect(linhas).toContain(`entrada_agenda_schedulers ${AGENDA.length}`);
    expect(new Set(linhas).size, 'a line twice is no valid page').toBe(linhas.length);
    const doRedis = linhas.filter((l) => l.startsWith('entrada_redis_')).map((l) => l.replace(/ [1-9]\d*$/, ' n'));
    expect(doRedis).toEqual(
      nome === 'Postgres'
        ? []
        : [
            'entrada_redis_memory_used_bytes n',
            expect.stringMatching(/^entrada_redis_memory_max_bytes (0|n)$/),
            'entrada_redis_evicted_keys_total 0',
          ],
    );
  });
});
