import { conferirSenha, ehScrypt } from '@entrada/runtime';
import { expect, it } from 'vitest';
import { executar } from './entrada.suite.ts';

const comSenha = (senha: string) =>
  executar('sh', [
    '-c',
    `printf '%s\\n' "$1" | node --conditions=source --import tsx apps/cli/src/main.ts password`,
    'sh',
    senha,
  ]);

it('prints a hash that the console accepts, from a password on standard input', async () => {
  const { code, saida } = await comSenha('café, pão e "aspas"');
  const hash = saida.split('\n').find(ehScrypt) ?? '';
  expect(await conferirSenha('café, pão e "aspas"', hash)).toBe(true);
  expect(saida).not.toContain('pão');
  expect(code).toBe(0);
});

it('refuses a short password', async () => {
  const { code, saida } = await comSenha('curta');
  expect(saida).toBe('A password needs 8 characters or more.\n');
  expect(code).toBe(1);
});
