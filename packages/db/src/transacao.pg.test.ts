import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { type BancoDeTeste, bancoDeTeste, freePort, waitUntil } from '@entrada/testing';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { conectar, type Sql, transacao } from './index.ts';

let banco: BancoDeTeste;
let sql: Sql;

beforeAll(async () => {
  banco = await bancoDeTeste();
  sql = banco.sql;
  await sql`create table conta (n int)`;
});
beforeEach(async () => {
  await sql`truncate conta`;
});
afterAll(() => banco.fechar());

/** Which one depends on what was under way. */
const PERDIDA = expect.stringMatching(/^(CONNECTION_(CLOSED|DESTROYED)|ECONNRESET)$/);

const contar = async (): Promise<number> => (await sql<[{ n: number }]>`select count(*) as n from conta`)[0].n;
const pidDe = async (tx: Sql): Promise<number> => (await tx<[{ pid: number }]>`select pg_backend_pid() as pid`)[0].pid;
const morto = (pid: number) =>
  waitUntil(async () => (await sql`select 1 from pg_stat_activity where pid = ${pid}`).length === 0);

async function derrubar(pid: number): Promise<void> {
  await sql`select pg_terminate_backend(${pid})`;
  await morto(pid);
}

test('what fn did is committed, and its value returned', async () => {
  expect(await transacao(sql, async (tx) => (await tx`insert into conta values (1), (2)`).count)).toBe(2);
  expect(await contar()).toBe(2);
});

test('an error of fn rolls everything back and comes out as it is', async () => {
  const erro = new Error('ours');
  const tentativa = transacao(sql, async (tx) => {
    await tx`insert into conta values (1)`;
    throw erro;
  });
  await expect(tentativa).rejects.toBe(erro);
  expect(await contar()).toBe(0);
});

test('it is READ COMMITTED: a later statement sees what others committed meanwhile', async () => {
  await transacao(sql, async (tx) => {
    expect(await tx`select * from conta`).toHaveLength(0);
    await sql`insert into conta values (1)`;
    expect(await tx`select * from conta`).toHaveLength(1);
    expect(await tx`show transaction_isolation`).toEqual([{ transaction_isolation: 'read committed' }]);
  });
});

test('a swallowed failure of a statement is not taken for a commit', async () => {
  const tentativa = transacao(sql, async (tx) => {
    await tx`insert into conta values (1)`;
    await tx`select 1 / 0`.catch(() => undefined);
  });
  await expect(tentativa).rejects.toThrow('was rolled back');
  expect(await contar()).toBe(0);
});

test('a handle that outlives its transaction is refused', async () => {
  const vazada = await transacao(sql, async (tx) => ({ tx }));
  expect(() => vazada.tx`insert into conta values (1)`).toThrow('this transaction is over');
  expect(() => vazada.tx.unsafe('insert into conta values (1)')).toThrow('this transaction is over');
  expect(await contar()).toBe(0);
});

test('a transaction within a transaction is refused', async () => {
  await expect(transacao(sql, (tx) => transacao(tx, async () => undefined))).rejects.toThrow('within another one');
});

test('with a full pipeline sql.begin loses its connection and transacao does not', async () => {
  const estreito = conectar(`${banco.url}?max_pipeline=0`, { max: 2 });
  // biome-ignore lint/plugin/no-sql-begin: the fault that transacao exists for
  await expect(estreito.begin((tx) => tx`insert into conta values (1)`)).rejects.toThrow();
  await estreito.end({ timeout: 1 });

  const outro = conectar(`${banco.url}?max_pipeline=0`, { max: 2 });
  const inserir = () => transacao(outro, async (tx) => Promise.all([tx`insert into conta values (2)`, tx`select 1`]));
  await Promise.all(Array.from({ length: 20 }, inserir));
  expect(await sql`select n, count(*) from conta group by n`).toEqual([{ n: 2, count: 20 }]);
  await outro.end({ timeout: 1 });
});

test('a connection killed between two statements is a clean error, and the pool goes on', async () => {
  const poucas = conectar(banco.url, { max: 1 });
  const tentativa = transacao(poucas, async (tx) => {
    await tx`insert into conta values (1)`;
    await derrubar(await pidDe(tx));
    await tx`insert into conta values (2)`;
  });
  await expect(tentativa).rejects.toMatchObject({ code: PERDIDA });
  await transacao(poucas, async (tx) => tx`insert into conta values (3)`);
  expect(await sql`select n from conta`).toEqual([{ n: 3 }]);
  await poucas.end();
});

test('a connection killed in the middle of a statement is a clean error, and the pool goes on', async () => {
  const poucas = conectar(banco.url, { max: 1 });
  const tentativa = transacao(poucas, async (tx) => {
    const pid = await pidDe(tx);
    const longo = tx`select pg_sleep(30)`;
    await Promise.all([longo, tx`insert into conta values (1)`, derrubar(pid)]);
  });
  await expect(tentativa).rejects.toMatchObject({ code: PERDIDA });
  await transacao(poucas, async (tx) => tx`insert into conta values (3)`);
  expect(await sql`select n from conta`).toEqual([{ n: 3 }]);
  await poucas.end();
});

test('a death that fn did not notice fails the commit', async () => {
  const tentativa = transacao(sql, async (tx) => {
    await tx`insert into conta values (1)`;
    await derrubar(await pidDe(tx));
  });
  await expect(tentativa).rejects.toMatchObject({ code: PERDIDA });
  expect(await contar()).toBe(0);
});

test('statements that wait behind a full pipeline never run outside of their transaction', async () => {
  const poucas = conectar(banco.url, { max: 1 });
  const grande = 'x'.repeat(8_000_000);
  const tentativa = transacao(poucas, async (tx) => {
    const pid = await pidDe(tx);
    const espera = [tx`select pg_sleep(30)`, tx`select length(${grande}::text)`];
    for (let i = 0; i < 200; i++) espera.push(tx`insert into conta values (${i})`);
    const feitas = Promise.allSettled(espera);
    await derrubar(pid);
    expect((await feitas).every((f) => f.status === 'rejected')).toBe(true);
    await feitas;
  });
  await expect(tentativa).rejects.toMatchObject({ code: PERDIDA });
  await new Promise((r) => setTimeout(r, 300)); // longer than the first wait before it would connect again
  expect(await contar()).toBe(0);
  await poucas.end();
});

test('a transaction left idle is ended by its timeout, without harm to the process', async () => {
  const apressada = conectar(banco.url, { max: 1, idleInTransactionMs: 100 });
  const tentativa = transacao(apressada, async (tx) => {
    await tx`insert into conta values (1)`;
    await morto(await pidDe(tx));
    await tx`insert into conta values (2)`;
  });
  await expect(tentativa).rejects.toMatchObject({ code: PERDIDA });
  expect(await transacao(apressada, async (tx) => tx`select 1 as um`)).toEqual([{ um: 1 }]);
  await apressada.end();
});

test('more transactions than connections wait for their turn', async () => {
  const poucas = conectar(banco.url, { max: 3 });
  const pids = await Promise.all(
    Array.from({ length: 40 }, (_, i) =>
      transacao(poucas, async (tx) => {
        await tx`insert into conta values (${i})`;
        return pidDe(tx);
      }),
    ),
  );
  expect(new Set(pids).size).toBeLessThanOrEqual(3);
  expect(await contar()).toBe(40);
  await poucas.end();
});

test('without a server every attempt fails at once, and after its return they succeed', async () => {
  const url = new URL(banco.url);
  url.port = String(await freePort());
  const longe = conectar(url.href, { max: 2 });
  const tentativas = await Promise.allSettled(
    Array.from({ length: 10 }, () => transacao(longe, async (tx) => tx`select 1`)),
  );
  expect(tentativas.map((t) => t.status === 'rejected' && t.reason.code)).toEqual(Array(10).fill('ECONNREFUSED'));
  await longe.end();
});

test.concurrent.each([
  ['closes at once', (socket: Socket) => socket.end()],
  ['closes after the first message', (socket: Socket) => socket.once('data', () => socket.end())],
  ['breaks', (socket: Socket) => socket.once('data', () => socket.resetAndDestroy())],
  ['says nothing', () => undefined],
])('a server that accepts and then %s fails the transaction, not the process', async (_, tratar) => {
  const servidor = createServer((socket) => void tratar(socket.on('error', () => undefined))).listen(0, '127.0.0.1');
  await once(servidor, 'listening');
  const endereco = servidor.address();
  const url = new URL(banco.url);
  url.port = String(typeof endereco === 'object' ? endereco?.port : '');
  const longe = conectar(url.href, { max: 1 });
  await expect(transacao(longe, async (tx) => tx`select 1`)).rejects.toThrow();
  await longe.end({ timeout: 1 });
  servidor.close();
});

test('closing waits for the transactions under way and refuses new ones', async () => {
  const pool = conectar(banco.url, { max: 1 });
  let soltar = (): void => undefined;
  const lenta = transacao(pool, async (tx) => {
    await tx`insert into conta values (1)`;
    await new Promise<void>((r) => {
      soltar = r;
    });
  });
  const naFila = transacao(pool, async (tx) => tx`insert into conta values (2)`);
  await waitUntil(
    async () => (await sql`select 1 from pg_stat_activity where state = 'idle in transaction'`).length > 0,
  );
  const fim = pool.end({ timeout: 5 });
  await expect(naFila).rejects.toThrow('were closed');
  await expect(transacao(pool, async () => undefined)).rejects.toThrow('were closed');
  soltar();
  await lenta;
  await fim;
  expect(await sql`select n from conta`).toEqual([{ n: 1 }]);
});
