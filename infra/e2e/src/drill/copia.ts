import { execFile } from 'node:child_process';
import { appendFile, chmod, chown, mkdir, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { conectar, type Sql } from '@entrada/db';
import { waitUntil } from '@entrada/testing';
import type { ServidorPg } from './servidor-pg.ts';

/** A base backup and the log since then: enough for any moment after the backup. */
export interface Copia {
  /** Names this moment. */
  marcar(nome: string): Promise<void>;
  /** Loses everything and brings it back as it was at the mark. */
  voltarPara(nome: string): Promise<void>;
}

const executar = promisify(execFile);

/**
 * Copies a server that runs, by the functions that pg_basebackup stands on: that program is not among the embedded ones.
 * @param pasta empty; base and log go there
 */
export async function copiarServidor(pg: ServidorPg, sql: Sql, pasta: string): Promise<Copia> {
  const [base, log] = [join(pasta, 'base'), join(pasta, 'log')];
  const { uid, gid } = await stat(pg.dados);
  await mkdir(log);
  await chown(log, uid, gid);
  await sql.unsafe(`alter system set archive_command = 'cp %p ${log}/%f'`);
  await sql`select pg_reload_conf()`;
  await copiarBase(pg, base);
  return {
    marcar: async (nome) => {
      await sql`select pg_create_restore_point(${nome})`;
      const [{ arquivo }] = await sql<[{ arquivo: string }]>`select pg_walfile_name(pg_switch_wal()) as arquivo`;
      await waitUntil(() => stat(join(log, arquivo)), { prazoMs: 60_000, oQue: 'the log in the archive' });
    },
    voltarPara: async (nome) => {
      await pg.perder(async (dados) => {
        await executar('cp', ['-a', base, dados]);
        await appendFile(
          join(dados, 'postgresql.auto.conf'),
          `restore_command = 'cp ${log}/%f %p'\nrecovery_target_name = '${nome}'\nrecovery_target_action = 'promote'\narchive_command = ''\n`,
        );
        await writeFile(join(dados, 'recovery.signal'), '');
        await chown(join(dados, 'recovery.signal'), uid, gid);
      });
      const aberto = async () => !(await sql<[{ em: boolean }]>`select pg_is_in_recovery() as em`)[0].em;
      await waitUntil(aberto, { prazoMs: 60_000, oQue: 'the end of the recovery' });
    },
  };
}

async function copiarBase(pg: ServidorPg, base: string): Promise<void> {
  const sessao = conectar(pg.url, { max: 1 }); // start and stop belong to one session
  try {
    await sessao`select pg_backup_start('drill', true)`;
    // Files that come and go meanwhile make cp complain; what it copies of them is made good by the log.
    await executar('cp', ['-a', pg.dados, base]).catch(() => undefined);
    const [fim] = await sessao<[{ labelfile: string }]>`select labelfile from pg_backup_stop(false)`;
    const { uid, gid } = await stat(pg.dados);
    await writeFile(join(base, 'backup_label'), fim.labelfile);
    await chown(join(base, 'backup_label'), uid, gid);
  } finally {
    await sessao.end({ timeout: 5 });
  }
  for (const nome of ['postmaster.pid', 'postmaster.opts', 'pg_wal']) await rm(join(base, nome), { recursive: true });
  const { uid, gid } = await stat(pg.dados);
  await mkdir(join(base, 'pg_wal', 'archive_status'), { recursive: true });
  await executar('chown', ['-R', `${uid}:${gid}`, join(base, 'pg_wal')]);
  await chmod(join(base, 'pg_wal'), 0o700);
}
