import { setTimeout as esperar } from 'node:timers/promises';
import { type Sql, transacao } from '@entrada/db';

/** What was under way at one moment. */
export interface EmCurso {
  /** Transactions of the programs. */
  transacoes: number;
  /** Events committed, so acknowledged or about to be, and not applied. */
  naoAplicados: number;
}

export const PAPEL = 'entrada_app';

/**
 * A role for each program, none of them a superuser: what is revoked from them all is refused, and pg_stat_activity says
 * whose a transaction is.
 */
export async function criarPapeis(sql: Sql, nomes: readonly string[]): Promise<void> {
  await sql
    .unsafe(`
    create role ${PAPEL};
    grant select, insert, update, delete on all tables in schema public to ${PAPEL}`)
    .simple();
  for (const nome of nomes) await sql.unsafe(`create role ${papelDe(nome)} login password 'drill' in role ${PAPEL}`);
}

export const papelDe = (programa: string): string => `drill_${programa}`;

export async function lerEmCurso(sql: Sql): Promise<EmCurso> {
  const [linha] = await sql<[EmCurso]>`
    select (select count(*) from pg_stat_activity where usename like 'drill\\_%' and xact_start is not null) as transacoes,
      (select count(*) from webhook_eventos where aplicado_em is null) as "naoAplicados"`;
  return linha;
}

/** Events, effects and wishes that are still to be done; of those events and effects that came until `ate`, where given. */
export async function contarPendencias(sql: Sql, ate: Date | null = null): Promise<number> {
  const [linha] = await sql<[{ n: number }]>`
    select (select count(*) from webhook_eventos where aplicado_em is null and (${ate}::timestamptz is null or recebido_em <= ${ate}))
      + (select count(*) from outbox where enviado_em is null and falhou_em is null and anulado_em is null
          and (${ate}::timestamptz is null or criado_em <= ${ate}))
      + (select count(*) from consultas where lidas < pedidas and ${ate}::timestamptz is null) as n`;
  return linha.n;
}

/**
 * Holds whoever is about to write an effect in the middle of a transaction that has written the order already, tells
 * whose it is, and lets go once `fazer` is done.
 * @returns false where nobody came
 */
export async function segurarAplicacao(
  sql: Sql,
  fazer: (papel: string) => Promise<void>,
  prazoMs = 20_000,
): Promise<boolean> {
  return transacao(sql, async (tx) => {
    await tx`lock table outbox in share mode`;
    const papel = await acharPreso(sql, prazoMs);
    if (papel !== null) await fazer(papel);
    return papel !== null;
  });
}

async function acharPreso(sql: Sql, prazoMs: number): Promise<string | null> {
  for (const ate = performance.now() + prazoMs; performance.now() < ate; await esperar(20)) {
    const [preso] = await sql<{ usename: string }[]>`
      select usename from pg_stat_activity
      where wait_event_type = 'Lock' and query like '%insert into outbox%' and usename like 'drill\\_worker%'`;
    if (preso) return preso.usename;
  }
  return null;
}
