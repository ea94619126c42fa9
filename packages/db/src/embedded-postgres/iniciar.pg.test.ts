import { spawnSync } from 'node:child_process';
import { chmod, chown, mkdir, mkdtemp, readFile, readlink, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { NODE_TS, type Processo, startProcess, waitUntil } from '@entrada/testing';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { conectar, startEmbeddedPostgres } from '../index.ts';

const RAIZ = fileURLToPath(new URL('../../../../', import.meta.url));
const PROCESSO = fileURLToPath(new URL('./processo.suite.ts', import.meta.url));
const comoRoot = process.getuid?.() === 0;

let base: string;
beforeEach(async () => {
  base = await mkdtemp(join(tmpdir(), 'entrada-pg-'));
  await chmod(base, 0o711);
});
afterEach(() => rm(base, { recursive: true, force: true }));

const pastas = () => ({ cache: join(base, 'cache'), lib: join(base, 'lib') });

/** Starts it in a process that can be killed. `prefixo` runs before it in the same shell. */
function emProcesso({ pasta = join(base, 'pg'), esperaMs = 10_000, prefixo = 'true', como = '' } = {}): Processo {
  const { cache, lib } = pastas();
  const args = [...NODE_TS, PROCESSO, pasta, cache, lib, String(esperaMs)];
  return startProcess({ command: 'sh', args: ['-c', `${prefixo}; exec ${como} node "$@"`, 'sh', ...args], cwd: RAIZ });
}

async function pronto(processo: Processo): Promise<{ url: string; dados: string }> {
  const [, url = '', dados = ''] = await processo.esperarLinha(/^pronto (\S+) (\S+)$/);
  return { url, dados };
}

async function consultar(url: string, comando: string): Promise<unknown[]> {
  const sql = conectar(url, { max: 1 });
  try {
    return [...(await sql.unsafe(comando))];
  } finally {
    await sql.end({ timeout: 1 });
  }
}

const caiu = (url: string) =>
  waitUntil(() =>
    consultar(url, 'select 1').then(
      () => false,
      (e: { code?: string }) => e.code === 'ECONNREFUSED',
    ),
  );
const pidDoServidor = async (dados: string) =>
  Number((await readFile(join(dados, 'postmaster.pid'), 'utf8')).split('\n')[0]);
const vive = (pid: number) =>
  readFile(`/proc/${pid}/stat`, 'utf8').then(
    (s) => !/\) Z /.test(s),
    () => false,
  );

test('starts, keeps its data over a restart, and stops', async () => {
  const primeiro = await startEmbeddedPostgres(join(base, 'pg'), pastas());
  await consultar(primeiro.url, `create table t as select 'é' as a`);
  await primeiro.parar();
  await caiu(primeiro.url);

  const segundo = await startEmbeddedPostgres(join(base, 'pg'), { ...pastas(), parametros: { work_mem: '7MB' } });
  expect(await consultar(segundo.url, 'select a from t')).toEqual([{ a: 'é' }]);
  expect(await consultar(segundo.url, 'show work_mem')).toEqual([{ work_mem: '7MB' }]);
  await segundo.parar();
  await segundo.parar();
});

test('listens on this machine only, with a password, in UTF-8 sorted by code point', async () => {
  const postgres = await startEmbeddedPostgres(join(base, 'pg'), pastas());
  expect(await consultar(postgres.url, 'show listen_addresses')).toEqual([{ listen_addresses: '127.0.0.1' }]);
  expect(await consultar(postgres.url, 'show unix_socket_directories')).toEqual([{ unix_socket_directories: '' }]);
  expect(await consultar(postgres.url, `select 'Z' < 'a' as ordem, upper('é') as alto`)).toEqual([
    { ordem: true, alto: 'É' },
  ]);
  const errada = postgres.url.replace(/:[^:@]+@/, ':errada@');
  await expect(consultar(errada, 'select 1')).rejects.toMatchObject({ code: '28P01' });
  expect((await stat(join(base, 'pg', 'senha'))).mode & 0o777).toBe(0o600);
  await postgres.parar();
});

test('what initdb left half done is made anew', async () => {
  await mkdir(join(base, 'pg', 'postgres.novo'), { recursive: true });
  await writeFile(join(base, 'pg', 'postgres.novo', 'PG_VERSION'), '18\n');
  await writeFile(join(base, 'pg', 'senha'), 'velha\n', { mode: 0o644 });
  const postgres = await startEmbeddedPostgres(join(base, 'pg'), pastas());
  expect(await consultar(postgres.url, 'select 1 as um')).toEqual([{ um: 1 }]);
  await postgres.parar();
});

describe('killed', () => {
  test('our process: the server goes with it, and the next start has the data', async () => {
    const processo = emProcesso();
    const { url } = await pronto(processo);
    await consultar(url, 'create table t (a int)');
    processo.matar('SIGKILL');
    await caiu(url);
    const postgres = await startEmbeddedPostgres(join(base, 'pg'), pastas());
    expect(await consultar(postgres.url, 'select * from t')).toEqual([]);
    await postgres.parar();
  });

  test('the server alone: its pid file does not stop the next start, even when another process has that pid', async () => {
    const processo = emProcesso();
    const { dados } = await pronto(processo);
    const pid = await pidDoServidor(dados);
    const arquivo = await readFile(join(dados, 'postmaster.pid'), 'utf8');
    process.kill(pid, 'SIGKILL');
    await waitUntil(async () => !(await vive(pid)));
    processo.matar('SIGKILL');
    await writeFile(join(dados, 'postmaster.pid'), arquivo.replace(/^\d+/, String(process.pid)));
    const postgres = await startEmbeddedPostgres(join(base, 'pg'), pastas());
    expect(await consultar(postgres.url, 'select 1 as um')).toEqual([{ um: 1 }]);
    await postgres.parar();
  });

  test('everything but the server: the next start stops it and takes over', async () => {
    const processo = emProcesso();
    const { url, dados } = await pronto(processo);
    const vigia = Number(await readFile(join(base, 'pg', 'vigia.pid'), 'utf8'));
    process.kill(vigia, 'SIGKILL');
    processo.matar('SIGKILL');
    await processo.terminou;
    const orfao = await pidDoServidor(dados);
    expect(await vive(orfao)).toBe(true);
    const postgres = await startEmbeddedPostgres(join(base, 'pg'), pastas());
    expect(await vive(orfao)).toBe(false);
    expect(postgres.url).not.toBe(url);
    expect(await consultar(postgres.url, 'select 1 as um')).toEqual([{ um: 1 }]);
    await postgres.parar();
  });

  test('during initdb: nothing of it is in the way', async () => {
    const processo = emProcesso();
    await waitUntil(() => stat(join(base, 'pg', 'postgres.novo')), { prazoMs: 20_000, intervaloMs: 5 });
    processo.matar('SIGKILL');
    await processo.terminou;
    const postgres = await startEmbeddedPostgres(join(base, 'pg'), pastas());
    expect(await consultar(postgres.url, 'select 1 as um')).toEqual([{ um: 1 }]);
    await postgres.parar();
  });
});

describe('two at once', () => {
  test('the second one says who is in its way, and the first goes on', async () => {
    const primeiro = await startEmbeddedPostgres(join(base, 'pg'), pastas());
    const segundo = startEmbeddedPostgres(join(base, 'pg'), { ...pastas(), esperaMs: 300 });
    await expect(segundo).rejects.toThrow(/^another entrada uses .*postgres; stop it first$/);
    expect(await consultar(primeiro.url, 'select 1 as um')).toEqual([{ um: 1 }]);
    await primeiro.parar();
  });

  test('on a new folder, in the same moment: one of them gets it', async () => {
    const processos = [emProcesso({ esperaMs: 1000 }), emProcesso({ esperaMs: 1000 }), emProcesso({ esperaMs: 1000 })];
    const fins = await Promise.all(processos.map((p) => p.esperarLinha(/^(pronto|erro another entrada uses)/)));
    expect(fins.map(([, fim]) => fim).toSorted()).toEqual([
      'erro another entrada uses',
      'erro another entrada uses',
      'pronto',
    ]);
    const dono = processos[fins.findIndex(([, fim]) => fim === 'pronto')];
    const url = /pronto (\S+)/.exec(dono?.saida() ?? '')?.[1] ?? '';
    expect(await consultar(url, 'select 1 as um')).toEqual([{ um: 1 }]);
    dono?.matar('SIGTERM');
    await dono?.esperarLinha(/^parado$/);
  });

  test('one that is ending is waited for', async () => {
    const primeiro = emProcesso();
    await pronto(primeiro);
    primeiro.matar('SIGTERM');
    const segundo = emProcesso();
    expect(await consultar((await pronto(segundo)).url, 'select 1 as um')).toEqual([{ um: 1 }]);
    segundo.matar('SIGTERM');
    await segundo.terminou;
  });
});

describe.skipIf(!comoRoot)('as root', () => {
  test('somebody else runs the server and owns its data', async () => {
    const postgres = await startEmbeddedPostgres(join(base, 'pg'), pastas());
    expect((await stat(postgres.dados)).uid).not.toBe(0);
    expect((await stat(`/proc/${await pidDoServidor(postgres.dados)}`)).uid).not.toBe(0);
    await postgres.parar();
  });

  test('in a folder that others cannot enter, with a strict umask, the data lies elsewhere and a link shows it', async () => {
    const fechada = join(base, 'fechada');
    await mkdir(fechada, { mode: 0o700 });
    const processo = emProcesso({ pasta: join(fechada, '.entrada'), prefixo: 'umask 077' });
    const { url, dados } = await pronto(processo);
    expect(await consultar(url, 'select 1 as um')).toEqual([{ um: 1 }]);
    expect(dados.startsWith(join(base, 'lib'))).toBe(true);
    expect(dados.startsWith(await readlink(join(fechada, '.entrada', 'dados')))).toBe(true);
    processo.matar('SIGTERM');
    await processo.esperarLinha(/^parado$/);
    const segundo = emProcesso({ pasta: join(fechada, '.entrada'), prefixo: 'umask 077' });
    expect((await pronto(segundo)).dados).toBe(dados);
    segundo.matar('SIGTERM');
    await segundo.terminou;
  });

  test.skipIf(!haSetpriv())('an ordinary user starts it in place, and root then runs it as that user', async () => {
    await chown(base, NINGUEM, NINGUEM);
    const comum = emProcesso({ como: `setpriv --reuid=${NINGUEM} --regid=${NINGUEM} --clear-groups env HOME=${base}` });
    const { url, dados } = await pronto(comum);
    expect(dados).toBe(join(base, 'pg', 'postgres'));
    await consultar(url, 'create table t as select 1 as a');
    comum.matar('SIGTERM');
    await comum.esperarLinha(/^parado$/);

    const postgres = await startEmbeddedPostgres(join(base, 'pg'), pastas());
    expect(await consultar(postgres.url, 'select a from t')).toEqual([{ a: 1 }]);
    expect((await stat(`/proc/${await pidDoServidor(postgres.dados)}`)).uid).toBe(NINGUEM);
    await postgres.parar();
  });
});

/** Any user id that has a name and is neither root's nor ours. */
const NINGUEM = 65534;

function haSetpriv(): boolean {
  return spawnSync('setpriv', ['--version'], { stdio: 'ignore' }).status === 0;
}
