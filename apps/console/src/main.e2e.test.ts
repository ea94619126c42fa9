import { fileURLToPath } from 'node:url';
import { scryptSenha } from '@entrada/runtime';
import { bancoDeTeste, bancoVazio, freePort, NODE_TS, startProcess } from '@entrada/testing';
import { expect, test } from 'vitest';

const RAIZ = fileURLToPath(new URL('../../..', import.meta.url));

const iniciar = (env: Record<string, string>) =>
  startProcess({ command: process.execPath, args: [...NODE_TS, 'apps/console/src/main.ts'], cwd: RAIZ, env });

const umUsuario = async () => ({
  CONSOLE_USUARIOS: `ana:operador:${await scryptSenha('uma senha')}`,
  CONSOLE_CHAVE: 'k'.repeat(32),
  CONSOLE_PORT: String(await freePort()),
});

test('without users, or on an old schema, it says so and does not start', async () => {
  const banco = await bancoVazio();
  const semUsuarios = iniciar({ DATABASE_URL: banco.url });
  expect((await semUsuarios.terminou).code).toBe(1);
  expect(semUsuarios.saida()).toContain('CONSOLE_USUARIOS is missing');
  const velho = iniciar({ ...(await umUsuario()), DATABASE_URL: banco.url });
  expect((await velho.terminou).code).toBe(1);
  expect(velho.saida()).toContain('run `entrada migrate` first');
  await banco.fechar();
});

test('with the queue in Postgres it answers, and ends well at SIGTERM though a browser keeps its connection', async () => {
  const banco = await bancoDeTeste();
  const env = { ...(await umUsuario()), DATABASE_URL: banco.url };
  const processo = iniciar(env);
  await processo.esperarLinha(/"msg":"listening"/);
  const resposta = await fetch(`http://127.0.0.1:${env.CONSOLE_PORT}/readyz`);
  expect(await resposta.json()).toEqual({ ok: true });
  processo.matar('SIGTERM');
  expect(await processo.terminou).toEqual({ code: 0, signal: null });
  await banco.fechar();
});
