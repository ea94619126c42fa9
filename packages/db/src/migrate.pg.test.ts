import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type BancoDeTeste, bancoVazio } from '@entrada/testing';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { conectar, exigirSchema, migrate, pendingMigrations, type Sql } from './index.ts';

let banco: BancoDeTeste;
let sql: Sql;
let pasta: string;
beforeEach(async () => {
  banco = await bancoVazio();
  sql = banco.sql;
  pasta = await mkdtemp(join(tmpdir(), 'entrada-migracoes-'));
});
afterEach(async () => {
  await banco.fechar();
  await rm(pasta, { recursive: true });
});

const url = () => pathToFileURL(`${pasta}/`);
const escrever = (nome: string, texto: string) => writeFile(join(pasta, nome), texto);
const existe = async (tabela: string) => (await sql`select to_regclass(${tabela}) as t`)[0]?.t !== null;

test('the shipped migrations make the tables, once', async () => {
  const nomes = (await readdir(new URL('../migrations/', import.meta.url)))
    .filter((n) => n.endsWith('.sql'))
    .toSorted();
  expect(await pendingMigrations(sql)).toEqual(nomes);
  await expect(exigirSchema(sql)).rejects.toThrow('run `entrada migrate` first');
  expect(await migrate(sql)).toEqual(nomes);
  expect(await migrate(sql)).toEqual([]);
  expect(await pendingMigrations(sql)).toEqual([]);
  await exigirSchema(sql);
  for (const tabela of ['webhook_eventos', 'pedidos', 'transicoes', 'outbox', 'consultas', 'cursores', 'origens'])
    expect(await existe(tabela)).toBe(true);
});

test('three at once: each file runs once, and all three end', async () => {
  await escrever('1.sql', 'create table t (n int); insert into t values (1); select pg_sleep(0.3);');
  await escrever('2.sql', '-- sem transacao\ncreate index concurrently i on t (n)');
  const pools = [1, 2, 3].map(() => conectar(banco.url, { max: 1 }));
  const feitas = await Promise.all(pools.map((pool) => migrate(pool, url())));
  expect(feitas.flat().toSorted()).toEqual(['1.sql', '2.sql']);
  expect(await sql`select n from t`).toHaveLength(1);
  expect(await existe('i')).toBe(true);
  await Promise.all(pools.map((pool) => pool.end()));
});

test('they run in order of name, and only what is new', async () => {
  await escrever('2.sql', 'alter table t add column b int');
  await escrever('1.sql', 'create table t (a int)');
  await escrever('leia-me.md', 'no migration');
  expect(await migrate(sql, url())).toEqual(['1.sql', '2.sql']);
  await escrever('3.sql', 'alter table t add column c int');
  expect(await pendingMigrations(sql, url())).toEqual(['3.sql']);
  expect(await migrate(sql, url())).toEqual(['3.sql']);
});

test('a file that changed after it ran is an error, and nothing runs', async () => {
  await escrever('1.sql', 'create table t (a int)');
  await migrate(sql, url());
  await escrever('1.sql', 'create table t (a int) ');
  await escrever('2.sql', 'create table u (a int)');
  await expect(migrate(sql, url())).rejects.toThrow('migration 1.sql was changed after it ran');
  await expect(pendingMigrations(sql, url())).rejects.toThrow('1.sql was changed');
  expect(await existe('u')).toBe(false);
});

test('a file that fails leaves nothing of itself, what ran before it stays, and the lock is free', async () => {
  await escrever('1.sql', 'create table t (a int)');
  await escrever('2.sql', 'create table u (a int); insert into nenhuma values (1);');
  const erro = await migrate(sql, url()).catch((e: unknown) => e);
  expect(erro).toMatchObject({ message: 'migration 2.sql failed', cause: { code: '42P01' } });
  expect([await existe('t'), await existe('u')]).toEqual([true, false]);
  await escrever('2.sql', 'create table u (a int)');
  expect(await migrate(sql, url())).toEqual(['2.sql']);
});

test('a timeout of the pool does not cut a migration short', async () => {
  const apressado = conectar(banco.url, { statementTimeoutMs: 100 });
  await escrever('1.sql', 'create table t (a int); select pg_sleep(0.3)');
  expect(await migrate(apressado, url())).toEqual(['1.sql']);
  await apressado.end();
});

test('a database that is newer than the program is served all the same', async () => {
  await migrate(sql);
  await sql`insert into migracoes (nome, hash) values ('9999_later.sql', 'x')`;
  await exigirSchema(sql);
  expect(await migrate(sql)).toEqual([]);
});
