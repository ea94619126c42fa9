import { type BancoDeTeste, bancoDeTeste } from '@entrada/testing';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { CHAVE, chave, encerrado, estado, esvaziar, evento, semFato } from '../exemplos.suite.ts';
import {
  corrigirResultados,
  encerrarEventos,
  eventosDoPedido,
  inserirEventos,
  lerBases,
  lerHistoria,
  registrarFalha,
  type Sql,
  transacao,
} from '../index.ts';

let banco: BancoDeTeste;
let sql: Sql;
beforeAll(async () => {
  banco = await bancoDeTeste();
  sql = banco.sql;
});
beforeEach(() => esvaziar(sql));
afterAll(() => banco.fechar());

const encerrar = (...eventos: Parameters<typeof encerrarEventos>[1]) =>
  transacao(sql, (tx) => encerrarEventos(tx, eventos));
const historia = (...chaves: Parameters<typeof lerHistoria>[1]) => transacao(sql, (tx) => lerHistoria(tx, chaves));

test('a fact comes back as it was closed', async () => {
  await inserirEventos(sql, [evento('a'), evento('api:p1:1:x', { fonte: 'api', corpo: null })]);
  const ocorreu_em = new Date('2024-01-01T00:00:00.123Z');
  const dados = { total_centavos: 9007199254740991, cliente_email: 'a"\\é@x' };
  await encerrar(
    encerrado('a', { resultado: 'evento_antigo', versao: 9007199254740991, ocorreu_em, dados }),
    encerrado('api:p1:1:x', { status: 'cancelado', versao: 0 }),
  );
  expect((await historia(CHAVE)).toSorted((a, b) => (a.evento_id < b.evento_id ? -1 : 1))).toEqual([
    {
      ...CHAVE,
      evento_id: 'a',
      status: 'pago',
      versao: 9007199254740991,
      fonte: 'webhook',
      resultado: 'evento_antigo',
      dados,
    },
    {
      ...CHAVE,
      evento_id: 'api:p1:1:x',
      status: 'cancelado',
      versao: 0,
      fonte: 'api',
      resultado: 'aplicado',
      dados: { total_centavos: null, cliente_email: null },
    },
  ]);
  expect((await eventosDoPedido(sql, CHAVE))[0]).toMatchObject({ ocorreu_em, versao: 9007199254740991 });
});

test('the history holds facts only, of these orders only', async () => {
  await inserirEventos(
    sql,
    ['fato', 'pendente', 'ruim', 'ignorado'].map((id) => evento(id)),
  );
  await inserirEventos(sql, [evento('outro', { recurso_id: 'p2' }), evento('alheio', { origem: 'outra' })]);
  await encerrar(
    encerrado('fato'),
    encerrado('ruim', { ...semFato, resultado: 'invalido', erro: 'sem data' }),
    encerrado('ignorado', { ...semFato, resultado: 'tipo_ignorado' }),
    encerrado('outro'),
    encerrado('alheio', { origem: 'outra' }),
  );
  expect((await historia(CHAVE)).map((f) => f.evento_id)).toEqual(['fato']);
  expect((await historia(CHAVE, chave('p2'))).map((f) => f.evento_id).toSorted()).toEqual(['fato', 'outro']);
  expect(await historia()).toEqual([]);
});

test('closing ends the attempts; what is closed already stays as it is', async () => {
  await inserirEventos(sql, [evento('a')]);
  await registrarFalha(sql, [CHAVE], { erro: 'x' });
  await encerrar(encerrado('a'));
  await encerrar(encerrado('a', { status: 'enviado', versao: 99 }));
  expect(await eventosDoPedido(sql, CHAVE)).toMatchObject([
    { status: 'pago', versao: 20, tentativas: 1, proxima_tentativa_em: null, erro: null },
  ]);
  await encerrar();
});

test('a result is corrected, with the event that caused it', async () => {
  await inserirEventos(sql, [evento('a'), evento('b'), evento('pendente')]);
  await encerrar(encerrado('a'), encerrado('b'));
  const correcao = { origem: 'loja', resultado: 'regressao_de_terminal', corrigido_por: 'b' } as const;
  await transacao(sql, (tx) =>
    corrigirResultados(tx, [
      { ...correcao, evento_id: 'a' },
      { ...correcao, evento_id: 'pendente' },
    ]),
  );
  const eventos = await eventosDoPedido(sql, CHAVE);
  expect(eventos.map((e) => [e.evento_id, e.resultado, e.corrigido_por])).toEqual([
    ['a', 'regressao_de_terminal', 'b'],
    ['b', 'aplicado', null],
    ['pendente', null, null],
  ]);
});

test('what retention left is a base, not a fact', async () => {
  const base = estado({
    versao_maxima: 90,
    campos: { total_centavos: { valor: 5, versao: 7, aceito: true }, cliente_email: null },
  });
  await sql`
    insert into webhook_eventos
      (origem, evento_id, recurso_id, tipo, fonte, payload, aplicado_em, resultado, status, versao, dados)
    values ('loja', 'poda:p1', 'p1', 'poda', 'poda', '{}', now(), 'aplicado', ${base.status}, ${base.versao_origem},
      ${sql.json({ estado: { ...base } } as never)})`;
  await inserirEventos(sql, [evento('a')]);
  await encerrar(encerrado('a'));
  expect(await transacao(sql, (tx) => lerBases(tx, [CHAVE, chave('p2')]))).toEqual([{ ...CHAVE, base }]);
  expect((await historia(CHAVE)).map((f) => f.evento_id)).toEqual(['a']);
});

test('the events of an order come oldest first, whatever became of them', async () => {
  await inserirEventos(sql, [evento('b'), evento('a'), evento('c', { recurso_id: 'p2' })]);
  await inserirEventos(sql, [evento('a')]);
  await sql`update webhook_eventos set recebido_em = now() - interval '1 h' where evento_id = 'b'`;
  const eventos = await eventosDoPedido(sql, CHAVE);
  expect(eventos.map((e) => [e.evento_id, e.duplicatas])).toEqual([
    ['b', 0],
    ['a', 1],
  ]);
  expect(eventos[0]).toMatchObject({ ...CHAVE, payload: '{"id": 1}', resultado: null, aplicado_em: null });
});
