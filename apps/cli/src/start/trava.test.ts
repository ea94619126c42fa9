import { spawnSync } from 'node:child_process';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { tomarTrava } from './trava.ts';

let pasta: string;
beforeEach(async () => {
  pasta = await mkdtemp(join(tmpdir(), 'entrada-trava-'));
});
afterEach(() => rm(pasta, { recursive: true }));

it('one holds the folder, the next is told which process does, and may when that one lets go', async () => {
  const primeira = await tomarTrava(pasta);
  expect(primeira.abandonada).toBe(false);
  await expect(tomarTrava(pasta)).rejects.toThrow(`(process ${process.pid}) runs from ${pasta}`);
  await primeira.soltar();
  const segunda = await tomarTrava(pasta);
  expect(segunda.abandonada).toBe(false);
  await segunda.soltar();
  expect(await readdir(pasta)).toEqual([]);
});

it('what a killed process left holds nothing', async () => {
  const { pid } = spawnSync(process.execPath, ['-e', '']);
  await writeFile(join(pasta, `start-${pid}-00000000.pid`), '12345 rodando');
  expect((await tomarTrava(pasta)).abandonada).toBe(true);
  expect(await readdir(pasta)).toHaveLength(1);
});

it('a number that another process has by now holds nothing either', async () => {
  await writeFile(join(pasta, `start-${process.ppid}-00000000.pid`), '12345 rodando');
  expect((await tomarTrava(pasta)).abandonada).toBe(true);
});

it('of many that find a dead one at once, exactly one gets it', async () => {
  for (let vez = 0; vez < 20; vez++) {
    await writeFile(join(pasta, 'start-999999999-00000000.pid'), '1 rodando');
    const tentativas = await Promise.allSettled(Array.from({ length: 4 }, () => tomarTrava(pasta)));
    const obtidas = tentativas.filter((t) => t.status === 'fulfilled');
    expect(obtidas).toHaveLength(1);
    await obtidas[0]?.value.soltar();
  }
});
