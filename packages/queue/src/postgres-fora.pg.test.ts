import { type BancoDeTeste, bancoDeTeste, waitUntil } from '@entrada/testing';
import { Client } from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { MUDO } from './apoio.suite.ts';
import { createFila, type Fila } from './fila.ts';
import { PRAZO_MS } from './produtor.ts';

let banco: BancoDeTeste;
let abertas: Fila[];
beforeEach(async () => {
  banco = await bancoDeTeste();
  abertas = [];
});
afterEach(async () => {
  await Promise.all(abertas.map((f) => f.fechar()));
  await banco.fechar();
});

async function abrir(papel: 'produtor' | 'consumidor', databaseUrl = banco.url): Promise<Fila> {
  const fila = await createFila({ redisUrl: null, databaseUrl, papel, logger: MUDO });
  abertas.push(fila);
  return fila;
}

const pedido = (recurso_id: string) => ({ origem: 'loja', recurso_id, evento_id: null });

test('after every connection was cut, enqueueing and consuming go on by themselves', async () => {
  const [produtor, consumidor] = [await abrir('produtor'), await abrir('consumidor')];
  const feitos = new Set<string>();
  consumidor.consumir('aplicar', async ({ recurso_id }) => feitos.add(recurso_id), { concurrency: 2 });
  await produtor.enfileirar([pedido('P1')]);
  await waitUntil(() => feitos.has('P1'));
  await banco.sql`
    select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()`;
  await waitUntil(async () => (await produtor.enfileirar([pedido('P2')])).enfileirados === 1);
  await waitUntil(() => feitos.has('P2'), { prazoMs: 20_000 });
  await waitUntil(() => consumidor.impedimento() === null);
});

test('an add that Postgres does not answer is given up at the deadline', async () => {
  const produtor = await abrir('produtor');
  const outra = new Client({ connectionString: banco.url });
  await outra.connect();
  await outra.query('begin; lock table bullmq.job, bullmq.dedup in access exclusive mode');
  const antes = performance.now();
  expect(await produtor.enfileirar([pedido('P1')])).toEqual({ enfileirados: 0, pulados: 1 });
  expect(performance.now() - antes).toBeLessThan(PRAZO_MS + 1_000);
  await outra.query('rollback');
  await outra.end();
  await waitUntil(async () => (await produtor.enfileirar([pedido('P2')])).enfileirados === 1);
});

test('options in the address are kept beside our own', async () => {
  const url = new URL(banco.url);
  url.searchParams.set('options', '-c statement_timeout=12345');
  const fila = await abrir('produtor', url.href);
  expect(await fila.enfileirar([pedido('P1')])).toEqual({ enfileirados: 1, pulados: 0 });
});

test('a queue without any address, and a producer that wants to consume, are errors of the program', async () => {
  await expect(createFila({ redisUrl: null, databaseUrl: null, papel: 'produtor', logger: MUDO })).rejects.toThrow(
    'REDIS_URL',
  );
  const produtor = await abrir('produtor');
  expect(() => produtor.consumir('aplicar', async () => null, { concurrency: 1 })).toThrow('does not consume');
});
