import { type BancoDeTeste, bancoDeTeste } from '@entrada/testing';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { encerrado, esvaziar, evento } from '../exemplos.suite.ts';
import {
  classificarErro,
  conectar,
  encerrarEventos,
  eventosDoPedido,
  inserirEventos,
  type Sql,
  transacao,
} from '../index.ts';

let banco: BancoDeTeste;
let sql: Sql;
beforeAll(async () => {
  banco = await bancoDeTeste({ max: 20 });
  sql = banco.sql;
});
beforeEach(() => esvaziar(sql));
afterAll(() => banco.fechar());

const recebido = { situacao: 'recebido', pendente: true };
const duplicado = { situacao: 'duplicado', pendente: true };
const contagem = async (): Promise<{ n: number; duplicatas: number }> =>
  (
    await sql<[{ n: number; duplicatas: number }]>`
      select count(*) as n, coalesce(sum(duplicatas), 0)::int as duplicatas from webhook_eventos`
  )[0];

test('every field comes back as it was given, the bytes included', async () => {
  const corpo = Buffer.from(Array.from({ length: 256 }, (_, i) => i));
  await inserirEventos(sql, [
    evento('e"\\,{} é', {
      payload: String.raw`{"a": "\"\\ ,{}é", "n": 12345678901234567890.5}`,
      corpo,
      segredo_nome: 'ab',
    }),
    evento('api:p1:1:x', { fonte: 'api', corpo: null }),
  ]);
  const rows = await sql`
    select evento_id, recurso_id, tipo, fonte, payload::text as payload, corpo, segredo_nome, resultado, aplicado_em, duplicatas
    from webhook_eventos order by evento_id`;
  const comum = { recurso_id: 'p1', tipo: 'order.paid', resultado: null, aplicado_em: null, duplicatas: 0 };
  expect(rows).toEqual([
    { ...comum, evento_id: 'api:p1:1:x', fonte: 'api', payload: '{"id": 1}', corpo: null, segredo_nome: null },
    {
      ...comum,
      evento_id: 'e"\\,{} é',
      fonte: 'webhook',
      payload: String.raw`{"a": "\"\\ ,{}é", "n": 12345678901234567890.5}`,
      corpo,
      segredo_nome: 'ab',
    },
  ]);
});

test('the answers come in the order of the events, repeated keys included', async () => {
  await inserirEventos(sql, [evento('b')]);
  const gravacoes = await inserirEventos(
    sql,
    ['c', 'b', 'a', 'c', 'b'].map((id) => evento(id)),
  );
  expect(gravacoes).toMatchObject([recebido, duplicado, recebido, duplicado, duplicado]);
  expect(await sql`select evento_id, duplicatas from webhook_eventos order by evento_id`).toEqual([
    { evento_id: 'a', duplicatas: 0 },
    { evento_id: 'b', duplicatas: 2 },
    { evento_id: 'c', duplicatas: 1 },
  ]);
  expect(await inserirEventos(sql, [])).toEqual([]);
});

test('the first of two deliveries with other bytes wins', async () => {
  await inserirEventos(sql, [evento('a', { payload: '{"v": 1}' }), evento('a', { payload: '{"v": 2}' })]);
  await inserirEventos(sql, [evento('a', { payload: '{"v": 3}' })]);
  expect(await sql`select payload, duplicatas from webhook_eventos`).toEqual([{ payload: { v: 1 }, duplicatas: 2 }]);
});

test('two stores may use the same id', async () => {
  expect(await inserirEventos(sql, [evento('a'), evento('a', { origem: 'outra' })])).toMatchObject([
    recebido,
    recebido,
  ]);
});

test('an event that closes as it arrives is not pending, and a repeated one says how it stands', async () => {
  const teste = evento('t', { resultado: 'teste', recurso_id: null });
  expect(await inserirEventos(sql, [teste])).toMatchObject([{ situacao: 'recebido', pendente: false }]);
  expect(await inserirEventos(sql, [teste])).toMatchObject([{ situacao: 'duplicado', pendente: false }]);
  await inserirEventos(sql, [evento('a')]);
  await transacao(sql, (tx) => encerrarEventos(tx, [encerrado('a')]));
  expect(await inserirEventos(sql, [evento('a')])).toMatchObject([{ situacao: 'duplicado', pendente: false }]);
});

test('200 events are one INSERT, whatever the number, prepared once', async () => {
  const rastro: string[] = [];
  const espiao = conectar(banco.url, { max: 1, onnotice: (n) => rastro.push(String(n.message)) });
  await espiao`set client_min_messages = log`;
  await espiao`set log_statement = 'all'`;
  const lote = (n: number, prefixo: string) => Array.from({ length: n }, (_, i) => evento(`${prefixo}${i}`));
  await inserirEventos(espiao, lote(200, 'x'));
  await inserirEventos(espiao, lote(7, 'y'));
  expect(rastro.filter((m) => m.includes('insert into webhook_eventos'))).toHaveLength(2);
  expect(
    await espiao`select count(*) as n from pg_prepared_statements where statement like '%insert into web%' and statement not like '%prepared%'`,
  ).toEqual([{ n: 1 }]);
  await espiao.end();
});

test('10,000 events in one call pass every limit on parameters', async () => {
  const gravacoes = await inserirEventos(
    sql,
    Array.from({ length: 10_000 }, (_, i) => evento(`e${i}`)),
  );
  expect(gravacoes.every((g) => g.situacao === 'recebido')).toBe(true);
});

test('20 parallel deliveries of one event are one row, received once and counted 19 times', async () => {
  const gravacoes = (await Promise.all(Array.from({ length: 20 }, () => inserirEventos(sql, [evento('a')])))).flat();
  expect(gravacoes.filter((g) => g.situacao === 'recebido')).toHaveLength(1);
  expect(await contagem()).toEqual({ n: 1, duplicatas: 19 });
});

test('concurrent batches with the same keys in another order never deadlock, and no delivery goes uncounted', async () => {
  const ids = Array.from({ length: 60 }, (_, i) => `e${i}`);
  const lotes = Array.from({ length: 400 }, () => ids.toSorted(() => Math.random() - 0.5).slice(0, 30));
  const respostas = await Promise.all(
    lotes.map((lote) =>
      inserirEventos(
        sql,
        lote.map((id) => evento(id)),
      ),
    ),
  );
  expect(respostas.flat().filter((g) => g.situacao === 'recebido')).toHaveLength(60);
  expect(await contagem()).toEqual({ n: 60, duplicatas: 400 * 30 - 60 });
});

test('redeliveries that meet a worker which closes the same events never deadlock with it', async () => {
  const ids = Array.from({ length: 40 }, (_, i) => `e${i}`);
  await inserirEventos(
    sql,
    ids.map((id) => evento(id)),
  );
  const misturar = () => ids.toSorted(() => Math.random() - 0.5);
  const entregas = Array.from({ length: 200 }, () =>
    inserirEventos(
      sql,
      misturar().map((id) => evento(id)),
    ),
  );
  const trabalho = transacao(sql, async (tx) => {
    for (const id of misturar()) await encerrarEventos(tx, [encerrado(id)]);
  });
  await Promise.all([...entregas, trabalho]);
  expect(await contagem()).toEqual({ n: 40, duplicatas: 200 * 40 });
});

test('within a transaction a row that is held is not waited for and passes for pending', async () => {
  await inserirEventos(sql, [evento('a'), evento('b')]);
  await transacao(sql, async (worker) => {
    await encerrarEventos(worker, [encerrado('a')]);
    expect(await transacao(sql, (tx) => inserirEventos(tx, [evento('a'), evento('b')]))).toMatchObject([
      duplicado,
      duplicado,
    ]);
  });
  const eventos = await eventosDoPedido(sql, { origem: 'loja', recurso_id: 'p1' });
  expect(eventos.map((e) => [e.evento_id, e.duplicatas])).toEqual([
    ['a', 0],
    ['b', 1],
  ]);
});

test('a worker that holds an event for long keeps nobody waiting for long', async () => {
  await inserirEventos(sql, [evento('a')]);
  await transacao(sql, async (worker) => {
    await encerrarEventos(worker, [encerrado('a')]);
    const inicio = performance.now();
    expect(await inserirEventos(sql, [evento('a'), evento('novo')])).toMatchObject([duplicado, recebido]);
    expect(performance.now() - inicio).toBeLessThan(1900);
    expect(await contagem()).toEqual({ n: 2, duplicatas: 0 });
  });
});

test.each<[string, Parameters<typeof evento>[1]]>([
  ['a NUL in a string of the payload', { payload: String.raw`{"a": "\u0000"}` }],
  ['a lone surrogate', { payload: String.raw`{"a": "\ud800"}` }],
  ['a number beyond every range', { payload: '{"a": 1e400000}' }],
  ['a nesting beyond the limit', { payload: '['.repeat(20_000) + ']'.repeat(20_000) }],
  ['no JSON', { payload: '{' }],
  ['an id that is too long', { recurso_id: 'x'.repeat(513) }],
  ['an id with a NUL', { recurso_id: 'a\0b' }],
])('%s blames the input, and nothing of the batch is stored', async (_, mais) => {
  const erro = await inserirEventos(sql, [evento('bom'), evento('mau', mais)]).catch((e: unknown) => e);
  expect(classificarErro(erro)).toBe('dados');
  expect((await contagem()).n).toBe(0);
});

test('a database that is not there does not blame the input', async () => {
  const url = new URL(banco.url);
  url.port = '1';
  const longe = conectar(url.href);
  const erro = await inserirEventos(longe, [evento('a')]).catch((e: unknown) => e);
  expect(classificarErro(erro)).toBe('transitoria');
  await longe.end();
});
