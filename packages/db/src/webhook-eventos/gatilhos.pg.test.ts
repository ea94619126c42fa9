import { type BancoDeTeste, bancoDeTeste } from '@entrada/testing';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { encerrado, esvaziar, evento, semFato } from '../exemplos.suite.ts';
import { encerrarEventos, inserirEventos, type NovoEvento, type Sql, transacao } from '../index.ts';

let banco: BancoDeTeste;
let sql: Sql;
beforeAll(async () => {
  banco = await bancoDeTeste();
  sql = banco.sql;
});
beforeEach(() => esvaziar(sql));
afterAll(() => banco.fechar());

const gatilho = (mais: Partial<NovoEvento> = {}) => evento('gatilho:ab', { repetivel: true, ...mais });
const fechar = (evento_id: string) =>
  transacao(sql, (tx) => encerrarEventos(tx, [encerrado(evento_id, { ...semFato, resultado: 'gatilho' })]));

const PRIMEIRO = 'gatilho:ab#000000000001';
const SEGUNDO = 'gatilho:ab#000000000002';

test('identical triggers are one event while it waits, and the next one is another', async () => {
  expect(await inserirEventos(sql, [gatilho(), gatilho()])).toEqual([
    { evento_id: PRIMEIRO, situacao: 'recebido', pendente: true },
    { evento_id: PRIMEIRO, situacao: 'duplicado', pendente: true },
  ]);
  expect(await inserirEventos(sql, [gatilho()])).toMatchObject([{ evento_id: PRIMEIRO, situacao: 'duplicado' }]);
  await fechar(PRIMEIRO);
  expect(await inserirEventos(sql, [gatilho()])).toEqual([
    { evento_id: SEGUNDO, situacao: 'recebido', pendente: true },
  ]);
  expect(await sql`select evento_id, duplicatas from webhook_eventos order by evento_id`).toEqual([
    { evento_id: PRIMEIRO, duplicatas: 2 },
    { evento_id: SEGUNDO, duplicatas: 0 },
  ]);
});

test('triggers of other stores, and events with a key of their own, are other events', async () => {
  const gravados = await inserirEventos(sql, [
    gatilho(),
    gatilho({ origem: 'outra' }),
    evento('gatilho:ab'),
    evento('gatilho:abc', { repetivel: true }),
  ]);
  expect(gravados.map((g) => [g.evento_id, g.situacao])).toEqual([
    [PRIMEIRO, 'recebido'],
    [PRIMEIRO, 'recebido'],
    ['gatilho:ab', 'recebido'],
    ['gatilho:abc#000000000001', 'recebido'],
  ]);
});

test('many at once from many connections are one event, and after it is closed one more', async () => {
  const juntos = () => Promise.all(Array.from({ length: 20 }, () => inserirEventos(sql, [gatilho()])));
  const primeiros = (await juntos()).flat();
  expect(primeiros.filter((g) => g.situacao === 'recebido')).toHaveLength(1);
  await fechar(PRIMEIRO);
  const segundos = (await juntos()).flat();
  expect(segundos.filter((g) => g.situacao === 'recebido')).toHaveLength(1);
  expect(new Set(segundos.map((g) => g.evento_id))).toEqual(new Set([SEGUNDO]));
});
