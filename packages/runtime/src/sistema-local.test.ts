import { spawnSync } from 'node:child_process';
import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import {
  apagarSistemaLocal,
  gravarSistemaLocal,
  lerSistemaLocal,
  pastaLocal,
  type SistemaLocal,
} from './sistema-local.ts';

let pasta: string;
beforeEach(async () => {
  pasta = await mkdtemp(join(tmpdir(), 'entrada-local-'));
});
afterEach(() => rm(pasta, { recursive: true }));

const sistema: SistemaLocal = {
  pid: process.pid,
  database_url: 'postgres://x',
  redis_url: null,
  receiver_url: 'http://127.0.0.1:3000',
  console_url: null,
  origem: { nome: 'loja', segredo: 's' },
};

it('what was written is read back, and no other user can read it', async () => {
  await gravarSistemaLocal(pasta, sistema);
  expect(await lerSistemaLocal(pasta)).toEqual(sistema);
  expect((await stat(join(pasta, 'ambiente.json'))).mode & 0o777).toBe(0o600);
});

it('nothing runs where nothing was written, where it was taken back, or where it is not ours', async () => {
  expect(await lerSistemaLocal(pasta)).toBeNull();
  await gravarSistemaLocal(pasta, sistema);
  await apagarSistemaLocal(pasta);
  expect(await lerSistemaLocal(pasta)).toBeNull();
  for (const texto of ['{"pid":', '{"pid":1}', 'null']) {
    await writeFile(join(pasta, 'ambiente.json'), texto);
    expect(await lerSistemaLocal(pasta)).toBeNull();
  }
});

it('what was killed is not running, whatever it left behind', async () => {
  const { pid } = spawnSync(process.execPath, ['-e', '']);
  await gravarSistemaLocal(pasta, { ...sistema, pid });
  expect(await lerSistemaLocal(pasta)).toBeNull();
});

it('the folder is the repository own, wherever the command was typed', () => {
  expect(pastaLocal().endsWith('/.entrada')).toBe(true);
  expect(import.meta.url).toContain(pastaLocal().replace(/\.entrada$/, ''));
});
