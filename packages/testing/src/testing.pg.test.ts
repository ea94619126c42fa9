import { expect, inject, test, vi } from 'vitest';
import { bancoDeTeste, bancoVazio, redisDeTeste, startProcess, waitUntil } from './index.ts';

test('a test database is migrated, empty and its own', async () => {
  const [um, outro] = await Promise.all([bancoDeTeste(), bancoDeTeste()]);
  await um.sql`insert into leases (nome, dono, ate) values ('x', 'y', now())`;
  expect(await outro.sql`select * from leases`).toHaveLength(0);
  await um.fechar();
  await outro.fechar();
});

test('an empty database has no table', async () => {
  const banco = await bancoVazio();
  expect(await banco.sql`select to_regclass('pedidos') as t`).toEqual([{ t: null }]);
  await banco.fechar();
});

test.skipIf(inject('redisUrl') === '')('a Redis of its own can hang, die and come back', async () => {
  const redis = await redisDeTeste();
  expect(await redis.comando('SET', 'a', 'é')).toBe('+OK');
  redis.congelar();
  const resposta = redis.comando('GET', 'a');
  redis.descongelar();
  expect(await resposta).toBe('$2');
  await redis.matar();
  await expect(redis.comando('PING')).rejects.toThrow('ECONNREFUSED');
  await redis.subir();
  expect(await redis.comando('GET', 'a')).toBe('$-1');
  await redis.fechar();
});

test('a process is killed with its whole group', async () => {
  const processo = startProcess({ command: 'sh', args: ['-c', 'sleep 100 & echo filho $!; wait'] });
  const [, filho] = await processo.esperarLinha(/^filho (\d+)$/);
  processo.matar('SIGKILL');
  expect(await processo.terminou).toEqual({ code: null, signal: 'SIGKILL' });
  await waitUntil(() => !vive(Number(filho)));
});

test('a process that has ended is never signalled again: its number may be another one', async () => {
  const processo = startProcess({ command: 'sh', args: ['-c', 'exit 0'] });
  await processo.terminou;
  const matar = vi.spyOn(process, 'kill');
  processo.matar('SIGKILL');
  expect(matar).not.toHaveBeenCalled();
  matar.mockRestore();
});

test('waiting for a line of a process that ends says what it wrote', async () => {
  const processo = startProcess({ command: 'sh', args: ['-c', 'echo nada; exit 3'] });
  await expect(processo.esperarLinha(/tudo/)).rejects.toThrow(/nada/);
  expect(await processo.terminou).toEqual({ code: 3, signal: null });
});

function vive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
