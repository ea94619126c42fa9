import type { EventoDoPedido } from '@entrada/db';
import { expect, test } from 'vitest';
import { trilhas } from './trilhas.ts';

const chegado = (evento_id: string, fonte: EventoDoPedido['fonte'] = 'webhook'): EventoDoPedido => ({
  origem: 'loja',
  recurso_id: 'p1',
  evento_id,
  tipo: 'order',
  fonte,
  payload: '{}',
  recebido_em: new Date(0),
  duplicatas: 0,
  segredo_nome: null,
  tentativas: 0,
  proxima_tentativa_em: null,
  aplicado_em: null,
  resultado: null,
  erro: null,
  status: null,
  versao: null,
  ocorreu_em: null,
  corrigido_por: null,
});
const ver = (chegados: string[], emOrdem: string[]) =>
  trilhas(
    chegados.map((id) => chegado(id)),
    emOrdem,
  ).map((m) => [m.evento.evento_id, m.aconteceu, m.chegou, m.atrasado]);

test('an event is late where something that happened after it had arrived before it', () => {
  expect(ver(['b', 'c', 'a', 'd'], ['a', 'b', 'c', 'd'])).toEqual([
    ['b', 1, 0, false],
    ['c', 2, 1, false],
    ['a', 0, 2, true],
    ['d', 3, 3, false],
  ]);
});

test('what is no fact stands on the track of arrivals only', () => {
  expect(ver(['a', 'ping', 'b'], ['a', 'b'])).toEqual([
    ['a', 0, 0, false],
    ['ping', null, 1, false],
    ['b', 1, 2, false],
  ]);
});

test('of very many, the newest are drawn, and what retention left is not', () => {
  const ids = Array.from({ length: 100 }, (_, i) => `e${i}`);
  const marcos = trilhas([chegado('poda', 'poda'), ...ids.map((id) => chegado(id))], ids);
  expect(marcos).toHaveLength(40);
  expect(marcos[0]).toMatchObject({ evento: { evento_id: 'e60' }, aconteceu: 0, chegou: 0 });
});
