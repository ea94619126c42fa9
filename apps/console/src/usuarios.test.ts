import { ConfigError, readConfig, scryptSenha } from '@entrada/runtime';
import { expect, test } from 'vitest';
import { exigirUsuarios } from './usuarios.ts';

const CONSOLE_CHAVE = 'k'.repeat(32);

function erros(env: Record<string, string>): readonly string[] {
  try {
    exigirUsuarios(readConfig(env));
  } catch (e) {
    if (e instanceof ConfigError) return e.erros;
    throw e;
  }
  return [];
}

test('a console without users or without a key does not start, and says all that is missing', () => {
  expect(erros({})).toEqual([
    expect.stringMatching(/^CONSOLE_USUARIOS is missing/),
    expect.stringMatching(/^CONSOLE_CHAVE is missing/),
  ]);
  expect(erros({ CONSOLE_CHAVE })).toEqual([expect.stringMatching(/^CONSOLE_USUARIOS is missing/)]);
});

test('a user whose hash nobody can match is refused at the start, and the hash is not repeated', () => {
  const lista = erros({ CONSOLE_CHAVE, CONSOLE_USUARIOS: 'ana:operador:senha-em-claro,rui:leitor:$2b$10$abc' });
  expect(lista).toHaveLength(2);
  expect(lista[0]).toBe('CONSOLE_USUARIOS: the hash of ana is not what `entrada password` prints');
  expect(lista.join()).not.toContain('senha-em-claro');
});

test('users with hashes and a key are enough', async () => {
  const hash = await scryptSenha('uma senha');
  const config = readConfig({ CONSOLE_CHAVE, CONSOLE_USUARIOS: `ana:operador:${hash}` });
  expect(exigirUsuarios(config)).toEqual({
    usuarios: [{ nome: 'ana', papel: 'operador', scrypt: hash }],
    chave: CONSOLE_CHAVE,
  });
});
