import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { setTimeout as esperar } from 'node:timers/promises';
import { StartError } from '@entrada/runtime';
import { type Sql, sessaoPropria } from './conectar.ts';

const PASTA = new URL('../migrations/', import.meta.url);
const TRAVA = 7_201_990; // any constant of our own
const SEM_TRANSACAO = '-- sem transacao';

interface Migracao {
  nome: string;
  texto: string;
  hash: string;
}

/** Applies the migrations that this database has not seen, in order of name, each in its own transaction. Forward only. */
export async function migrate(sql: Sql, pasta: URL = PASTA): Promise<string[]> {
  const sessao = sessaoPropria(sql); // the lock belongs to one session
  try {
    await sessao`select set_config('statement_timeout', '0', false), set_config('lock_timeout', '0', false)`;
    // Polled: a session that waits inside pg_advisory_lock holds a snapshot, and `create index concurrently` would deadlock with it.
    while (!(await tentarTravar(sessao))) await esperar(200);
    await sessao`
      create table if not exists migracoes (nome text primary key, hash text not null, em timestamptz not null default now())`;
    const novas = await faltantes(sessao, pasta);
    for (const migracao of novas) await aplicar(sessao, migracao);
    return novas.map((m) => m.nome);
  } finally {
    await sessao.end({ timeout: 5 });
  }
}

/** Names of the migrations that this database has not seen. */
export async function pendingMigrations(sql: Sql, pasta: URL = PASTA): Promise<string[]> {
  const [tabela] = await sql<[{ existe: boolean }]>`select to_regclass('migracoes') is not null as existe`;
  if (!tabela.existe) return (await lerMigracoes(pasta)).map((m) => m.nome);
  return (await faltantes(sql, pasta)).map((m) => m.nome);
}

/** @throws StartError where the database cannot be reached, or its schema is older than the program */
export async function exigirSchema(sql: Sql): Promise<void> {
  const faltam = await pendingMigrations(sql).catch((cause: Error) => {
    if (cause instanceof StartError) throw cause;
    throw new StartError(`the database does not answer: ${cause.message || String(cause)}`, { cause });
  });
  if (faltam.length > 0) throw new StartError(`the database lacks ${faltam.join(', ')}: run \`entrada migrate\` first`);
}

async function tentarTravar(sql: Sql): Promise<boolean> {
  const [linha] = await sql<[{ ok: boolean }]>`select pg_try_advisory_lock(${TRAVA}) as ok`;
  return linha.ok;
}

async function faltantes(sql: Sql, pasta: URL): Promise<Migracao[]> {
  const feitas = await sql<{ nome: string; hash: string }[]>`select nome, hash from migracoes`;
  const hashes = new Map(feitas.map((m) => [m.nome, m.hash]));
  const todas = await lerMigracoes(pasta);
  const mudada = todas.find((m) => hashes.has(m.nome) && hashes.get(m.nome) !== m.hash);
  if (mudada) throw new StartError(`migration ${mudada.nome} was changed after it ran; add a new one instead`);
  return todas.filter((m) => !hashes.has(m.nome));
}

async function aplicar(sql: Sql, migracao: Migracao): Promise<void> {
  const emTransacao = !migracao.texto.startsWith(SEM_TRANSACAO); // create index concurrently refuses one
  if (emTransacao) await sql`begin`;
  try {
    await sql.unsafe(migracao.texto).simple();
    await sql`insert into migracoes (nome, hash) values (${migracao.nome}, ${migracao.hash})`;
    if (emTransacao) await sql`commit`;
  } catch (cause) {
    if (emTransacao) await sql`rollback`.catch(() => undefined);
    throw new Error(`migration ${migracao.nome} failed`, { cause });
  }
}

async function lerMigracoes(pasta: URL): Promise<Migracao[]> {
  const nomes = (await readdir(pasta)).filter((n) => n.endsWith('.sql')).sort();
  return Promise.all(
    nomes.map(async (nome) => {
      const texto = await readFile(new URL(nome, pasta), 'utf8');
      return { nome, texto, hash: createHash('sha256').update(texto).digest('hex') };
    }),
  );
}
