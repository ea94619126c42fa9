import { expect, test } from 'vitest';
import { conferirSenha, ehScrypt, scryptSenha } from './senha.ts';

test('a password is recognised, another one is not', async () => {
  const guardada = await scryptSenha('café com pão');
  expect(await conferirSenha('café com pão', guardada)).toBe(true);
  expect(await conferirSenha('café com pão '.normalize('NFD').trim(), guardada)).toBe(true);
  expect(await conferirSenha('cafe com pao', guardada)).toBe(false);
  expect(await conferirSenha('', guardada)).toBe(false);
});

test('the same password gives another text each time, and none of its characters needs quoting', async () => {
  const [um, outro] = await Promise.all([scryptSenha('a'), scryptSenha('a')]);
  expect(um).not.toBe(outro);
  expect(um).toMatch(/^scrypt\.65536\.8\.1\.[\w-]{22}\.[\w-]{43}$/);
  expect(ehScrypt(um)).toBe(true);
});

test.each([
  ['nothing', ''],
  ['a plain password', 'segredo'],
  ['a cost that is no power of two', `scrypt.65535.8.1.${'a'.repeat(22)}.${'b'.repeat(43)}`],
  ['a cost that takes a gigabyte', `scrypt.1048576.8.1.${'a'.repeat(22)}.${'b'.repeat(43)}`],
  ['no blocks', `scrypt.65536.0.1.${'a'.repeat(22)}.${'b'.repeat(43)}`],
  ['a hash that is too short', `scrypt.65536.8.1.${'a'.repeat(22)}.bb`],
])('%s is no stored password, and no password matches it', async (_o_que, guardada) => {
  expect(ehScrypt(guardada)).toBe(false);
  expect(await conferirSenha('segredo', guardada)).toBe(false);
});
