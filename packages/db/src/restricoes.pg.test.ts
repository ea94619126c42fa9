import { CAUSAS, CRITERIOS, EFEITOS, RESULTADOS, STATUS } from '@entrada/domain';
import { type BancoDeTeste, bancoDeTeste } from '@entrada/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { esvaziar } from './exemplos.suite.ts';
import type { Sql } from './index.ts';
import { BOAS, type Linha, type Mudanca, RUINS, TABELAS, type Tabela } from './restricoes.suite.ts';

let banco: BancoDeTeste;
let sql: Sql;
beforeAll(async () => {
  banco = await bancoDeTeste();
  sql = banco.sql;
});
beforeEach(() => esvaziar(sql));
afterAll(() => banco.fechar());

async function inserir(tabela: Tabela, mudanca: Mudanca): Promise<void> {
  if (tabela === 'transicoes' || tabela === 'outbox') await inserir('pedidos', {});
  const linha: Linha = { ...TABELAS[tabela], ...mudanca };
  const colunas = Object.keys(linha).join(', ');
  await sql.unsafe(
    `insert into ${tabela} (${colunas}) select ${colunas} from jsonb_populate_record(null::${tabela}, $1::text::jsonb)
     on conflict do nothing`,
    [JSON.stringify(linha)],
  );
}

describe('a row that keeps every rule is accepted', () => {
  test.each(BOAS)('%s: %j', async (tabela, mudanca) => {
    await inserir(tabela, mudanca);
    expect(await sql.unsafe(`select 1 from ${tabela}`)).toHaveLength(1);
  });
});

describe('a row that breaks a rule is refused by that rule', () => {
  test.each(RUINS)('%s.%s: %j', async (tabela, regra, mudanca) => {
    await expect(inserir(tabela, mudanca)).rejects.toMatchObject({ code: '23514', constraint_name: regra });
  });

  test('and every CHECK has such a row', async () => {
    const existentes = await sql<{ tabela: string; regra: string }[]>`
      select conrelid::regclass::text as tabela, conname as regra from pg_constraint
      where contype = 'c' and connamespace = 'public'::regnamespace and conrelid <> 0`;
    const testadas = new Set(RUINS.map(([tabela, regra]) => `${tabela}.${regra}`));
    expect(existentes.map((e) => `${e.tabela}.${e.regra}`).filter((nome) => !testadas.has(nome))).toEqual([]);
  });
});

test('what is required may not be null', async () => {
  const colunas = await sql<{ tabela: Tabela; coluna: string }[]>`
    select table_name as tabela, column_name as coluna from information_schema.columns
    where table_schema = 'public' and is_nullable = 'NO' and is_identity = 'NO' and table_name = any(${Object.keys(TABELAS)}::text[])`;
  expect(colunas.length).toBeGreaterThan(50);
  for (const { tabela, coluna } of colunas)
    await expect(inserir(tabela, { [coluna]: null }), `${tabela}.${coluna}`).rejects.toMatchObject({
      code: '23502',
      column_name: coluna,
    });
});

test.each<[string, string, readonly string[]]>([
  ['webhook_eventos', 'resultado_conhecido', RESULTADOS],
  ['webhook_eventos', 'status_conhecido', STATUS],
  ['webhook_eventos', 'fato_se_decidido', ['aplicado', 'evento_antigo', 'regressao_de_terminal']],
  ['pedidos', 'status_conhecido', STATUS],
  ['transicoes', 'de_conhecido', STATUS],
  ['transicoes', 'para_conhecido', STATUS],
  ['transicoes', 'causa_conhecida', CAUSAS],
  ['outbox', 'efeito_conhecido', EFEITOS],
  ['origens', 'criterio_conhecido', CRITERIOS],
])('%s.%s lists what the domain lists', async (tabela, regra, lista) => {
  const [linha] = await sql<[{ def: string }]>`
    select pg_get_constraintdef(oid) as def from pg_constraint
    where conname = ${regra} and conrelid = ${tabela}::regclass`;
  expect([...linha.def.matchAll(/'(\w+)'::text/g)].map((m) => m[1]).toSorted()).toEqual(lista.toSorted());
});

test('keys are compared by code unit, as the domain compares them', async () => {
  const colunas = await sql<{ nome: string }[]>`
    select table_name || '.' || column_name as nome from information_schema.columns
    where table_name = any(${Object.keys(TABELAS)}::text[]) and collation_name is distinct from 'C' and data_type = 'text'
      and column_name in ('origem', 'evento_id', 'recurso_id', 'pedido_id', 'id', 'nome', 'efeito', 'corrigido_por')`;
  expect(colunas).toEqual([]);
});
