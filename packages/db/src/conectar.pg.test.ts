import { type BancoDeTeste, bancoDeTeste } from '@entrada/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { conectar } from './index.ts';

let banco: BancoDeTeste;
beforeAll(async () => {
  banco = await bancoDeTeste();
});
afterAll(() => banco.fechar());

test('an int8 is a number', async () => {
  expect(await banco.sql`select 9007199254740991::int8 as n, count(*) as c`).toEqual([{ n: 9007199254740991, c: 1 }]);
});

test('arrays of texts, numbers and bytes arrive as they were given, nulls and quotes included', async () => {
  const textos = ['a"\\,{}é', '', 'null', null];
  const bytes = [Buffer.from([0, 34, 92, 255]), null, Buffer.alloc(0)];
  expect(
    await banco.sql`select t, n from unnest(${textos}::text[], ${[1, -2, 3, 4]}::int[]) as u (t, n) order by n`,
  ).toEqual([-2, 1, 3, 4].map((n) => ({ n, t: textos[[1, -2, 3, 4].indexOf(n)] })));
  expect(await banco.sql`select b from unnest(${banco.sql.types.bytes(bytes)}::bytea[]) as b`).toEqual(
    bytes.map((b) => ({ b })),
  );
  expect(await banco.sql`select 1 where 'b' = any(${['a', 'b']})`).toHaveLength(1);
  expect(await banco.sql`select 1 where 'b' = any(${[]}::text[])`).toHaveLength(0);
  await expect(banco.sql`select array['a'] as t`).rejects.toThrow('select to_jsonb');
});

test('an int8 that a number cannot hold is an error, not another number', async () => {
  await expect(banco.sql`select 9007199254740993::int8 as n`).rejects.toThrow('9007199254740993 does not fit');
});

test('instants come back as dates, to the millisecond', async () => {
  const em = new Date('2024-02-29T23:59:59.123Z');
  expect(await banco.sql`select ${em}::timestamptz as em`).toEqual([{ em }]);
});

test('the timeouts hold from the first statement on, in transactions too', async () => {
  const sql = conectar(banco.url, {
    applicationName: 'teste',
    statementTimeoutMs: 1500,
    lockTimeoutMs: 700,
    idleInTransactionMs: 900,
  });
  const [ajustes] = await sql`
    select current_setting('application_name') as nome, current_setting('statement_timeout') as comando,
      current_setting('lock_timeout') as trava, current_setting('idle_in_transaction_session_timeout') as parada`;
  expect(ajustes).toEqual({ nome: 'teste', comando: '1500ms', trava: '700ms', parada: '900ms' });
  await expect(sql`select pg_sleep(10)`).rejects.toMatchObject({ code: '57014' });
  await sql.end();
});

test('a notice is nobody’s output', async () => {
  const avisos: string[] = [];
  const sql = conectar(banco.url, { onnotice: (aviso) => avisos.push(String(aviso.message)) });
  await sql`drop table if exists nenhuma`;
  expect(avisos).toEqual(['table "nenhuma" does not exist, skipping']);
  await sql.end();
});

test('after an outage the pool connects again by itself', async () => {
  const sql = conectar(banco.url, { max: 2, applicationName: 'queda' });
  await Promise.all([sql`select pg_sleep(0.05)`, sql`select pg_sleep(0.05)`]);
  await banco.sql`select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'queda'`;
  const inicio = performance.now();
  await expect.poll(() => sql`select 1 as um`.then((r) => r[0]?.um).catch(() => 0)).toBe(1);
  expect(performance.now() - inicio).toBeLessThan(1000);
  await sql.end();
});
