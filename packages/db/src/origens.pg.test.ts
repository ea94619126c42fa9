import { type BancoDeTeste, bancoDeTeste } from '@entrada/testing';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { encerrado, esvaziar, evento } from './exemplos.suite.ts';
import {
  criterioDaOrigem,
  encerrarEventos,
  fixarCriterio,
  inserirEventos,
  inserirQuarentena,
  registrarOrigens,
  type Sql,
  soltarLease,
  tomarLease,
  transacao,
} from './index.ts';

let banco: BancoDeTeste;
let sql: Sql;
beforeAll(async () => {
  banco = await bancoDeTeste();
  sql = banco.sql;
});
beforeEach(() => esvaziar(sql));
afterAll(() => banco.fechar());

const registrar = (criterio: 'instante' | 'sequencia' | null, nome = 'loja') =>
  registrarOrigens(sql, [{ nome, dialeto: 'loja', criterio }]);
const umFato = async () => {
  await inserirEventos(sql, [evento('a')]);
  await transacao(sql, (tx) => encerrarEventos(tx, [encerrado('a')]));
};

test('a store without a criterion gets it from the first that fixes it', async () => {
  await registrar(null);
  expect(await criterioDaOrigem(sql, 'loja')).toBeNull();
  expect(await fixarCriterio(sql, 'loja', 'sequencia')).toBe('sequencia');
  expect(await fixarCriterio(sql, 'loja', 'instante')).toBe('sequencia');
  expect(await criterioDaOrigem(sql, 'loja')).toBe('sequencia');
  await registrar(null);
  expect(await criterioDaOrigem(sql, 'loja')).toBe('sequencia');
});

test('of many that fix it at once one wins, and all learn which', async () => {
  await registrar(null);
  const ditos = await Promise.all(
    Array.from({ length: 10 }, (_, i) => fixarCriterio(sql, 'loja', i % 2 ? 'instante' : 'sequencia')),
  );
  expect(new Set(ditos)).toEqual(new Set([await criterioDaOrigem(sql, 'loja')]));
});

test('the criterion may be configured anew as long as there is no fact', async () => {
  await registrar('instante');
  await inserirEventos(sql, [evento('pendente')]);
  await registrar('sequencia');
  expect(await criterioDaOrigem(sql, 'loja')).toBe('sequencia');
});

test('with facts another criterion is refused, and nothing is changed', async () => {
  await registrar('instante');
  await umFato();
  const tentativa = registrarOrigens(sql, [
    { nome: 'nova', dialeto: 'loja', criterio: null },
    { nome: 'loja', dialeto: 'loja', criterio: 'sequencia' },
  ]);
  await expect(tentativa).rejects.toThrow(
    'ORIGEM_LOJA_VERSAO is sequencia, but the facts of loja are ordered by instante',
  );
  expect(await sql`select nome, criterio from origens`).toEqual([{ nome: 'loja', criterio: 'instante' }]);
  await registrar('instante');
  await registrar('sequencia', 'outra');
});

test('a store that nobody registered is an error', async () => {
  expect(await criterioDaOrigem(sql, 'nenhuma')).toBeNull();
  await expect(fixarCriterio(sql, 'nenhuma', 'instante')).rejects.toThrow('never registered');
  await registrarOrigens(sql, []);
});

test('many processes register the same stores at once', async () => {
  const nomes = Array.from({ length: 20 }, (_, i) => ({ nome: `o${i}`, dialeto: 'loja', criterio: null }));
  await Promise.all(
    Array.from({ length: 10 }, () =>
      registrarOrigens(
        sql,
        nomes.toSorted(() => Math.random() - 0.5),
      ),
    ),
  );
  expect(await sql`select count(*) as n from origens`).toEqual([{ n: 20 }]);
});

test('quarantine keeps the bytes, whatever they are', async () => {
  const corpo = Buffer.from([0, 255, 0x7b]);
  const nova = { origem: 'loja', corpo, cabecalhos: { 'x-a': 'é"' }, motivo: 'not JSON', segredo_nome: 'ab12' };
  const id = await inserirQuarentena(sql, nova);
  expect(await inserirQuarentena(sql, { ...nova, segredo_nome: null })).toBeGreaterThan(id);
  expect(
    await sql`select origem, corpo, cabecalhos, motivo, segredo_nome, resolvida_em from quarentena where id = ${id}`,
  ).toEqual([{ ...nova, resolvida_em: null }]);
});

test('a lease has one owner, who may renew it, until it is over or given back', async () => {
  expect(await tomarLease(sql, 'varredura', 'a', 60_000)).toBe(true);
  expect(await tomarLease(sql, 'varredura', 'b', 60_000)).toBe(false);
  expect(await tomarLease(sql, 'outra', 'b', 60_000)).toBe(true);
  expect(await tomarLease(sql, 'varredura', 'a', 60_000)).toBe(true);
  await soltarLease(sql, 'varredura', 'b');
  expect(await tomarLease(sql, 'varredura', 'b', 60_000)).toBe(false);
  await soltarLease(sql, 'varredura', 'a');
  expect(await tomarLease(sql, 'varredura', 'b', 1)).toBe(true);
  await expect.poll(() => tomarLease(sql, 'varredura', 'c', 60_000)).toBe(true);
});

test('of many that ask for a lease at once one gets it', async () => {
  const donos = Array.from({ length: 20 }, (_, i) => tomarLease(sql, 'varredura', `d${i}`, 60_000));
  expect((await Promise.all(donos)).filter(Boolean)).toHaveLength(1);
});
