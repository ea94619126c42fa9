import { type BancoDeTeste, bancoDeTeste } from '@entrada/testing';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { esvaziar, evento } from '../exemplos.suite.ts';
import { inserirEventos, lerSerie, medirEstado, podarContadores, type Sql, somarContadores } from '../index.ts';

let banco: BancoDeTeste;
let sql: Sql;
beforeAll(async () => {
  banco = await bancoDeTeste();
  sql = banco.sql;
});
afterAll(() => banco.fechar());
beforeEach(() => esvaziar(sql));

const valores = (pontos: readonly { nome: string; valor: number }[]) => pontos.map((p) => [p.nome, p.valor]);
const HORA = { minutos: 60, passo: 60 };

test('sums of many programs at once come together', async () => {
  const contados = [
    { origem: 'loja', nome: 'entregas', valor: 2 },
    { origem: 'outra', nome: 'entregas', valor: 1 },
  ];
  await Promise.all([...Array(8)].map(() => somarContadores(sql, contados)));
  await somarContadores(sql, []);
  const { somas } = await lerSerie(sql, HORA);
  expect(somas.reduce((soma, p) => soma + p.valor, 0)).toBe(24);
});

test('what is a state is looked at, and of one minute the last look counts', async () => {
  await medirEstado(sql);
  await inserirEventos(sql, [evento('e1'), evento('e2')]);
  await sql`update webhook_eventos set recebido_em = now() - interval '10 s'`;
  await medirEstado(sql);
  const { medidas } = await lerSerie(sql, HORA);
  expect(valores(medidas)).toEqual(
    expect.arrayContaining([
      ['pendentes', 2],
      ['efeitos_pendentes', 0],
      ['efeitos_falhos', 0],
    ]),
  );
  expect(medidas.find((m) => m.nome === 'mais_antigo_ms')?.valor).toBeGreaterThan(9_000);
});

test('what no chart shows any more goes', async () => {
  await sql`
    insert into contadores (minuto, origem, nome, valor)
    select now() - n * interval '1 hour', 'loja', 'entregas', 1 from generate_series(1, 60) n`;
  await sql`insert into medidas (minuto, nome, valor) values (now() - interval '3 days', 'pendentes', 1)`;
  expect(await podarContadores(sql)).toBe(14); // the row of 48 h is a moment too old
  expect(await podarContadores(sql)).toBe(0);
});
