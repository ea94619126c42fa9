import { type Chave, type Conexao, conectar, inserirEventos, registrarOrigens, type Sql, transacao } from '@entrada/db';
import { criarOrigem } from '@entrada/providers';
import { createLogger, createMetrics } from '@entrada/runtime';
import { type BancoDeTeste, bancoDeTeste } from '@entrada/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { criarMetricasDoApply } from './metricas.ts';
import { papelApply } from './papel.ts';

// What Postgres makes of the statements of receiver and worker while nobody has analyzed a table, as in the first minutes
// of an installation: everything by its whole key.

const TABELAS = /\b(webhook_eventos|pedidos|outbox|transicoes|partidas|consultas)\b/;
const CAMINHOS_RUINS =
  /Seq Scan on (webhook_eventos|pedidos|outbox|transicoes|partidas|consultas)\b|Filter:.*\b(evento_id|recurso_id|pedido_id)\)?(::text)? = \(*[a-z]/;
const ORIGEM = { nome: 'loja', dialeto: 'loja', segredos: ['s'], versao: 'sequencia' as const, opcoes: {} };
const ORIGENS = new Map([['loja', criarOrigem({ ...ORIGEM, apiUrl: null, apiToken: null })]]);

let banco: BancoDeTeste;
beforeAll(async () => {
  banco = await bancoDeTeste();
  await banco.sql`alter table webhook_eventos set (autovacuum_enabled = false)`;
  await registrarOrigens(banco.sql, [{ nome: 'loja', dialeto: 'loja', criterio: 'sequencia' }]);
});
afterAll(() => banco.fechar());

/** The plans that this connection has for all that it has said so far. */
async function planosDe(sql: Sql): Promise<{ comando: string; plano: string }[]> {
  const comandos = await sql<{ comando: string }[]>`select statement as comando from pg_prepared_statements`;
  const planos = [];
  for (const { comando } of comandos.filter((c) => TABELAS.test(c.comando))) {
    const linhas = await sql.unsafe(`explain (generic_plan) ${comando}`);
    planos.push({ comando, plano: linhas.map((l) => String(l['QUERY PLAN'])).join('\n') });
  }
  return planos;
}

const chegar = (sql: Sql, chaves: readonly Chave[], tipo: string, sequence: number) =>
  inserirEventos(
    sql,
    chaves.map(({ origem, recurso_id }) => {
      const payload = JSON.stringify({ type: tipo, sequence, data: { id: recurso_id, total_cents: 100 } });
      const evento = {
        origem,
        evento_id: `${recurso_id}-${sequence}`,
        recurso_id,
        tipo,
        payload,
        corpo: Buffer.from(payload),
      };
      return { ...evento, fonte: 'webhook' as const, segredo_nome: null, resultado: null };
    }),
  );

function aplicador(sql: Sql) {
  const metrics = createMetrics();
  return papelApply({
    sql,
    origens: ORIGENS,
    logger: createLogger({ nome: 'worker', level: 'silent' }),
    acordar: async () => {},
    metricas: criarMetricasDoApply(metrics),
  });
}

async function comConexao<T>(conexao: Conexao, fazer: (sql: Sql) => Promise<T>): Promise<T> {
  const sql = conectar(banco.url, { max: 1, ...conexao });
  try {
    return await fazer(sql);
  } finally {
    await sql.end();
  }
}

it('a receiver that was there before the first event looks for each by its key, for ever', async () => {
  const planos = await comConexao({ planos: 'uma_vez' }, async (sql) => {
    const chaves = [{ origem: 'loja', recurso_id: 'r1' }];
    await chegar(sql, chaves, 'order.paid', 1);
    await chegar(sql, chaves, 'order.paid', 1);
    return planosDe(sql);
  });
  expect(planos.map((p) => p.comando.trim().slice(0, 12))).toEqual(
    expect.arrayContaining(['insert into ', 'with livres ']),
  );
  for (const { plano } of planos) expect(plano).not.toMatch(CAMINHOS_RUINS);
});

it('a worker with a full inbox reads and closes each event by its key', async () => {
  await banco.sql`
    insert into webhook_eventos (origem, evento_id, recurso_id, tipo, fonte, payload, resultado, aplicado_em)
    select 'loja', 'cheio-' || n, 'p' || n, 'order.paid', 'webhook', '{}', 'tipo_ignorado', now()
    from generate_series(1, 20000) n`;
  const planos = await comConexao({ planos: 'cada_vez' }, async (sql) => {
    const aplicar = aplicador(sql);
    const chaves = ['a', 'b'].map((recurso_id) => ({ origem: 'loja', recurso_id }));
    const vida = [
      ['order.paid', 3],
      ['order.canceled', 4],
      ['order.canceled', 2],
    ] as const;
    for (const [tipo, sequence] of vida) {
      await chegar(sql, chaves, tipo, sequence);
      await Promise.all(chaves.map(aplicar));
    }
    return [...(await planosDe(sql)), ...(await transacao(sql, planosDe))];
  });
  const ditos = planos.map((p) => p.comando).join('\n');
  for (const parte of [
    'set aplicado_em = now()',
    'set anulado_em = now()',
    'set resultado = n.resultado',
    'from partidas',
  ])
    expect(ditos).toContain(parte);
  for (const { comando, plano } of planos) {
    if (comando.includes('outbox')) continue; // a handful of rows: any way is by key or as good
    expect(plano).not.toMatch(CAMINHOS_RUINS);
  }
});
