import { fileURLToPath } from 'node:url';
import { type BancoDeTeste, bancoDeTeste, NODE_TS, type Processo, startProcess } from '@entrada/testing';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { MUDO } from './apoio.suite.ts';
import { createFila } from './fila.ts';

const PROGRAMA = fileURLToPath(new URL('./trava.fixture.ts', import.meta.url));

let banco: BancoDeTeste;
let processos: Processo[];
beforeEach(async () => {
  banco = await bancoDeTeste();
  processos = [];
});
afterEach(async () => {
  for (const p of processos) p.matar('SIGKILL');
  await Promise.all(processos.map((p) => p.terminou));
  await banco.fechar();
});

function worker(): Processo {
  const p = startProcess({ command: process.execPath, args: [...NODE_TS, PROGRAMA, banco.url] });
  processos.push(p);
  return p;
}

const pidsDaTrava = () =>
  banco.sql<{ pid: number }[]>`
    select pid from pg_stat_activity
    where datname = current_database() and application_name = 'entrada-uma-so'`;

test('a second worker process is refused with a message that names REDIS_URL, and the first goes on', async () => {
  const primeiro = worker();
  await primeiro.esperarLinha(/^consuming$/);
  const segundo = worker();
  await segundo.esperarLinha(/^refused: .*set REDIS_URL to run more than one/);
  expect(await segundo.terminou).toMatchObject({ code: 1 });

  const produtor = await createFila({ redisUrl: null, databaseUrl: banco.url, papel: 'produtor', logger: MUDO });
  await produtor.enfileirar([{ origem: 'loja', recurso_id: 'P1', evento_id: 'e1' }]);
  await primeiro.esperarLinha(/^applied P1$/);
  await produtor.fechar();
});

test('a worker that was killed leaves its place to the next one', async () => {
  const primeiro = worker();
  await primeiro.esperarLinha(/^consuming$/);
  primeiro.matar('SIGKILL');
  await worker().esperarLinha(/^consuming$/);
});

test('a worker whose lock connection is cut takes the lock again', async () => {
  const primeiro = worker();
  await primeiro.esperarLinha(/^consuming$/);
  const [antes] = await pidsDaTrava();
  await banco.sql`select pg_terminate_backend(${antes?.pid ?? 0})`;
  await primeiro.esperarLinha(/lost: taking it again/);
  await worker().esperarLinha(/^refused: /);
  const depois = await pidsDaTrava();
  expect(depois.map((d) => d.pid)).not.toContain(antes?.pid);
});

test('a worker that lost the lock to another process stops consuming and says why', async () => {
  const primeiro = worker();
  await primeiro.esperarLinha(/^consuming$/);
  const [trava] = await pidsDaTrava();
  const outra = await banco.sql.reserve();
  await outra`select pg_terminate_backend(${trava?.pid ?? 0}), pg_advisory_lock(hashtextextended('uma_so', 0))`;
  await primeiro.esperarLinha(/^stopped$/);

  const produtor = await createFila({ redisUrl: null, databaseUrl: banco.url, papel: 'produtor', logger: MUDO });
  await produtor.enfileirar([{ origem: 'loja', recurso_id: 'P1', evento_id: 'e1' }]);
  await new Promise((r) => setTimeout(r, 1_000));
  expect(primeiro.saida()).not.toContain('applied');
  await produtor.fechar();
  outra.release();
});
