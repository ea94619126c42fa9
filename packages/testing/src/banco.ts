import { randomBytes } from 'node:crypto';
import { type Conexao, conectar, type Sql } from '@entrada/db';

/** Name of the migrated template database. */
export const MODELO = 'entrada_modelo';

export interface BancoDeTeste {
  url: string;
  sql: Sql;
  fechar(): Promise<void>;
}

/** A database of its own, migrated and empty. For tests of the `services` project. */
export async function bancoDeTeste(conexao: Conexao = {}): Promise<BancoDeTeste> {
  return criarBanco(MODELO, conexao);
}

/** A database without any table. */
export async function bancoVazio(conexao: Conexao = {}): Promise<BancoDeTeste> {
  return criarBanco('template0', conexao);
}

async function criarBanco(modelo: string, conexao: Conexao): Promise<BancoDeTeste> {
  const { inject } = await import('vitest'); // not at load: the rest of this package also works outside vitest
  const servidor = inject('pgUrl');
  const nome = `t_${randomBytes(8).toString('hex')}`;
  await comoDono(servidor, `create database ${nome} template ${modelo}`);
  const url = urlDoBanco(servidor, nome);
  const sql = conectar(url, conexao);
  return {
    url,
    sql,
    async fechar() {
      await sql.end({ timeout: 5 });
      await comoDono(servidor, `drop database if exists ${nome} with (force)`);
    },
  };
}

async function comoDono(url: string, comando: string): Promise<void> {
  const sql = conectar(url, { max: 1 });
  try {
    await sql.unsafe(comando);
  } finally {
    await sql.end();
  }
}

export function urlDoBanco(servidor: string, nome: string): string {
  const url = new URL(servidor);
  url.pathname = `/${nome}`;
  return url.href;
}
