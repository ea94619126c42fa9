import { setTimeout as esperar } from 'node:timers/promises';
import { conectar, type Sql } from '@entrada/db';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type ConsoleDeTeste, entrar, PAGINA, subirConsole } from './apoio.suite.ts';

const PEDIDOS = 200_000;
const EVENTOS = 1_000_000;
/** For all the pages together. Most of it is the count of the 2,000 events that wait. */
const MAX_LEITURAS = 20_000;

/** Five events each, one order in a hundred with one that waits, one in two hundred with one that is invalid. */
async function encher(sql: Sql): Promise<void> {
  await sql.unsafe(`
    set session_replication_role = replica; -- the rows are good: no foreign key is looked at 400,000 times
    alter table webhook_eventos set (autovacuum_enabled = off);
    insert into pedidos (origem, id, status, versao_origem, versao_maxima, foi_enviado, cliente_email, email_versao, email_aceito)
    select 'loja', 'p' || n, 'pago', 5, 5, false, 'cliente' || n % 150000 || '@example.com', 1, true
    from generate_series(1, ${PEDIDOS}) n;
    insert into webhook_eventos (origem, evento_id, recurso_id, tipo, fonte, payload, recebido_em, aplicado_em, resultado, erro, status, versao, dados)
    select 'loja', 'e' || n, 'p' || 1 + n % ${PEDIDOS}, 'order.paid', 'webhook', '{}', t, case when pendente then null else t end,
      case when pendente then null when invalido then 'invalido' else 'aplicado' end, case when invalido then 'no timestamp' end,
      case when not pendente and not invalido then 'pago' end, case when not pendente and not invalido then 5 end,
      case when not pendente and not invalido then '{}'::jsonb end
    from generate_series(1, ${EVENTOS}) n cross join lateral (
      select n % 500 = 0 as pendente, n % 1000 = 1 as invalido, timestamptz '2026-01-01Z' + n * interval '1 s' as t) x;
    insert into transicoes (origem, pedido_id, para, versao, evento_id, causa)
    select 'loja', 'p' || n, 'pago', 5, 'e' || n, 'fato' from generate_series(1, ${PEDIDOS}) n;
    insert into outbox (origem, pedido_id, efeito, evento_id, corpo, tentativas, enviado_em, falhou_em, ultimo_erro)
    select 'loja', 'p' || n, 'liberar_separacao', 'e' || n, '{}', 1, case when n % 100 > 1 then now() end,
      case when n % 100 = 1 then now() end, case when n % 100 = 1 then 'HTTP 422' end
    from generate_series(1, ${PEDIDOS}) n;
    insert into contadores (minuto, origem, nome, valor)
    select date_trunc('minute', now()) - n * interval '1 min', 'loja', nome, 5
    from generate_series(0, 2880) n cross join unnest(array['entregas', 'duplicadas', 'atraso:0.01', 'atraso:0.05', 'atraso_maior']) nome;
    analyze`);
}

const GRANDES = ['webhook_eventos', 'pedidos', 'outbox', 'transicoes'];

interface Leituras {
  /** How often each great table was read from end to end, as the database itself counts it: no plan is only believed. */
  varreduras: Record<string, number>;
  /** Entries of their indexes that were read: an index can be read from end to end as well. */
  entradas: number;
}

async function lerLeituras(url: string): Promise<Leituras> {
  const sql = conectar(url, { max: 1 });
  try {
    const tabelas = await sql<{ tabela: string; vezes: number }[]>`
      select relname as tabela, seq_scan as vezes from pg_stat_user_tables where relname = any(${GRANDES}::text[])`;
    const [indices] = await sql<[{ lidas: number }]>`
      select sum(idx_tup_read)::bigint as lidas from pg_stat_user_indexes where relname = any(${GRANDES}::text[])`;
    return { varreduras: Object.fromEntries(tabelas.map((t) => [t.tabela, t.vezes])), entradas: indices.lidas };
  } finally {
    await sql.end();
  }
}

describe('with a million events of 200,000 orders', () => {
  let c: ConsoleDeTeste;
  let ana: string;
  beforeAll(async () => {
    c = await subirConsole('postgres');
    ana = await entrar(c.app, 'ana');
    await encher(c.banco.sql);
  }, 180_000);
  afterAll(() => c.fechar());

  test('every page answers from indexes, the next page of a list as well', async () => {
    const seguintes = async (url: string): Promise<string[]> => {
      const { statusCode, body } = await c.app.inject({ url, headers: { ...PAGINA, cookie: ana } });
      expect([url, statusCode]).toEqual([url, 200]);
      return [...body.matchAll(/href="([^"]+)" rel="next"/g)].map((m) => (m[1] ?? '').replaceAll('&amp;', '&'));
    };
    await esperar(1_500); // a connection tells its counts once a second
    const antes = await lerLeituras(c.banco.url);
    const listas = ['/pedidos', '/pendentes', '/invalidos', '/saida'];
    for (const lista of listas) {
      const proximas = await seguintes(lista);
      expect([lista, proximas.length]).toEqual([lista, lista === '/saida' ? 2 : 1]);
      for (const proxima of proximas) await seguintes(proxima);
    }
    for (const url of [
      '/',
      '/?periodo=dia',
      '/pedidos/loja/p77',
      '/pedidos/loja/p77/replay',
      '/pedidos?q=cliente77@example.com',
      '/pedidos?q=nada',
      '/quarentena',
      '/origens',
      '/reconciliacao',
    ])
      await seguintes(url);
    for (const q of ['p77', 'e77'])
      expect((await c.app.inject({ url: `/pedidos?q=${q}`, headers: { ...PAGINA, cookie: ana } })).statusCode).toBe(
        303,
      );
    await c.banco.sql.end({ timeout: 5 }); // or at its end
    const depois = await lerLeituras(c.banco.url);
    expect(depois.varreduras).toEqual(antes.varreduras);
    expect(depois.entradas - antes.entradas).toBeLessThan(MAX_LEITURAS);
  });
});
