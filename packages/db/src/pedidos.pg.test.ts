import { STATUS } from '@entrada/domain';
import { type BancoDeTeste, bancoDeTeste } from '@entrada/testing';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { CHAVE, chave, estado, esvaziar } from './exemplos.suite.ts';
import {
  buscarPedido,
  gravarPedidos,
  inserirTransicoes,
  lerPedidos,
  type Sql,
  transacao,
  transicoesDoPedido,
} from './index.ts';

let banco: BancoDeTeste;
let sql: Sql;
beforeAll(async () => {
  banco = await bancoDeTeste();
  sql = banco.sql;
});
beforeEach(() => esvaziar(sql));
afterAll(() => banco.fechar());

const gravar = (...pedidos: Parameters<typeof gravarPedidos>[1]) => transacao(sql, (tx) => gravarPedidos(tx, pedidos));
const ler = (...chaves: Parameters<typeof lerPedidos>[1]) => transacao(sql, (tx) => lerPedidos(tx, chaves));

const CHEIO = estado({
  status: 'enviado',
  versao_origem: 30,
  versao_maxima: 9007199254740991,
  foi_enviado: true,
  reaberto: true,
  campos: {
    total_centavos: { valor: -9007199254740991, versao: 0, aceito: false },
    cliente_email: { valor: 'a"\\é@x', versao: 30, aceito: true },
  },
});

test.each(STATUS.map((status) => [status]))('an order that is %s comes back as it was written', async (status) => {
  const gravado = { ...CHAVE, estado: { ...CHEIO, status } };
  await gravar(gravado);
  expect(await ler(CHAVE)).toEqual([gravado]);
  expect(await buscarPedido(sql, CHAVE)).toEqual({ ...gravado, atualizado_em: expect.any(Date) });
});

test('many orders are written at once, new and known ones, and null takes a field away', async () => {
  await gravar({ ...chave('a'), estado: CHEIO });
  const novos = [
    { ...chave('b'), estado: CHEIO },
    { ...chave('a'), estado: estado() },
    { ...chave('a', 'outra'), estado: CHEIO },
  ];
  await gravar(...novos);
  const lidos = await ler(chave('b'), chave('a'), chave('a', 'outra'), chave('nenhum'));
  expect(lidos).toHaveLength(3);
  expect(lidos).toEqual(expect.arrayContaining(novos));
});

test('nothing is read or written for no order', async () => {
  await gravar();
  expect(await ler()).toEqual([]);
  expect(await buscarPedido(sql, CHAVE)).toBeNull();
});

test('rewriting an order leaves its index alone', async () => {
  await gravar({ ...CHAVE, estado: estado() });
  for (let versao = 21; versao < 41; versao++) await gravar({ ...CHAVE, estado: estado({ versao_maxima: versao }) });
  await transacao(sql, (tx) => tx`select pg_stat_force_next_flush()`);
  const [tabela] = await sql<
    { n: number }[]
  >`select n_tup_hot_upd as n from pg_stat_user_tables where relname = 'pedidos'`;
  expect(tabela?.n).toBeGreaterThanOrEqual(20);
});

test('transitions keep the order of the array, over orders and calls', async () => {
  await gravar({ ...chave('a'), estado: estado() }, { ...chave('b'), estado: estado() });
  const t = { versao: 20, evento_id: 'e', causa: 'fato' } as const;
  await transacao(sql, async (tx) => {
    await inserirTransicoes(tx, [
      { ...t, ...chave('b'), de: null, para: 'criado' },
      { ...t, ...chave('a'), de: null, para: 'cancelado', causa: 'fato_atrasado', evento_id: 'x' },
      { ...t, ...chave('b'), de: 'criado', para: 'pago' },
    ]);
    await inserirTransicoes(tx, [{ ...t, ...chave('b'), de: 'pago', para: 'criado', versao: 9007199254740991 }]);
    await inserirTransicoes(tx, []);
  });
  const comuns = { seq: expect.any(Number), em: expect.any(Date) };
  expect(await transicoesDoPedido(sql, chave('b'))).toEqual([
    { ...comuns, ...t, de: null, para: 'criado' },
    { ...comuns, ...t, de: 'criado', para: 'pago' },
    { ...comuns, ...t, de: 'pago', para: 'criado', versao: 9007199254740991 },
  ]);
  expect(await transicoesDoPedido(sql, chave('a'))).toEqual([
    { ...comuns, de: null, para: 'cancelado', causa: 'fato_atrasado', evento_id: 'x', versao: 20 },
  ]);
  expect(await transicoesDoPedido(sql, chave('b', 'outra'))).toEqual([]);
});

test('1,000 transitions in one call keep their order', async () => {
  await gravar({ ...CHAVE, estado: estado() });
  await transacao(sql, (tx) =>
    inserirTransicoes(
      tx,
      Array.from({ length: 1000 }, (_, versao) => ({
        ...CHAVE,
        de: null,
        para: 'pago',
        versao,
        evento_id: 'e',
        causa: 'fato',
      })),
    ),
  );
  expect((await transicoesDoPedido(sql, CHAVE)).map((t) => t.versao)).toEqual(
    Array.from({ length: 1000 }, (_, i) => i),
  );
});
