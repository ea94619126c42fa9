import { registrarOrigens } from '@entrada/db';
import { createLogger, createMetrics } from '@entrada/runtime';
import { type BancoDeTeste, bancoDeTeste, waitUntil } from '@entrada/testing';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { criarMetricas } from './metricas.ts';
import { criarRelato } from './relato.ts';

let banco: BancoDeTeste;
beforeAll(async () => {
  banco = await bancoDeTeste();
  await registrarOrigens(banco.sql, [{ nome: 'loja', dialeto: 'loja', criterio: null }]);
});
afterAll(() => banco.fechar());
beforeEach(async () => {
  await banco.sql`truncate contadores, segredos_usados`;
  await banco.sql`update origens set entregas = 0, duplicadas = 0, recusadas = 0, primeira_entrega_em = null, ultima_entrega_em = null`;
});

function criar(intervaloMs: number) {
  const metricas = criarMetricas(createMetrics(), () => 0, ['loja']);
  const relato = criarRelato({
    sql: banco.sql,
    metricas,
    logger: createLogger({ nome: 'receiver', level: 'silent' }),
    intervaloMs,
  });
  return { metricas, relato };
}

const totais = async () => {
  const [origem] = await banco.sql`
    select entregas, duplicadas, recusadas, ultima_entrega_em is not null as entregou from origens where nome = 'loja'`;
  return origem;
};
const somas = async () =>
  (await banco.sql`select nome, sum(valor)::int as valor from contadores group by nome order by nome`).map((l) => [
    l.nome,
    l.valor,
  ]);

test('what was answered is told at the end, each delivery once', async () => {
  const { metricas, relato } = criar(60_000);
  metricas.respondidos.inc({ origem: 'loja', resultado: 'recebido' }, 5);
  metricas.respondidos.inc({ origem: 'loja', resultado: 'duplicado' }, 2);
  metricas.respondidos.inc({ origem: 'loja', resultado: 'quarentena' });
  metricas.respondidos.inc({ origem: 'loja', resultado: 'saudacao' });
  metricas.recusados.inc({ origem: 'loja', motivo: 'assinatura' }, 3);
  metricas.recusados.inc({ origem: 'desconhecida', motivo: 'origem_desconhecida' }, 9);
  const evento = { origem: 'loja', segredo_nome: 'ab12' };
  relato.anotar([{ evento } as Parameters<typeof relato.anotar>[0][number]]);
  await relato.parar();
  expect(await totais()).toEqual({ entregas: 8, duplicadas: 2, recusadas: 3, entregou: true });
  expect(await somas()).toEqual([
    ['duplicadas', 2],
    ['entregas', 8],
    ['quarentena', 1],
    ['recusadas', 3],
  ]);
  expect(await banco.sql`select origem, nome from segredos_usados`).toEqual([{ origem: 'loja', nome: 'ab12' }]);
});

test('what could not be told is told with the next, and nothing twice', async () => {
  const { metricas, relato } = criar(20);
  await banco.sql`alter table contadores rename to contadores_fora`;
  metricas.respondidos.inc({ origem: 'loja', resultado: 'recebido' });
  await new Promise((r) => setTimeout(r, 150));
  metricas.respondidos.inc({ origem: 'loja', resultado: 'recebido' });
  await banco.sql`alter table contadores_fora rename to contadores`;
  await waitUntil(async () => (await totais())?.entregas === 2);
  await relato.parar();
  expect(await totais()).toEqual({ entregas: 2, duplicadas: 0, recusadas: 0, entregou: true });
});

test('refusals alone are no delivery', async () => {
  const { metricas, relato } = criar(60_000);
  metricas.recusados.inc({ origem: 'loja', motivo: 'assinatura' });
  await relato.parar();
  expect(await totais()).toEqual({ entregas: 0, duplicadas: 0, recusadas: 1, entregou: false });
});
