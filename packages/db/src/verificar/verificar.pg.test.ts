import type { TipoDeDivergencia } from '@entrada/domain';
import { type BancoDeTeste, bancoDeTeste } from '@entrada/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it, test } from 'vitest';
import { esvaziar } from '../exemplos.suite.ts';
import { type Achado, type Chave, type Sql, type Verificacao, verificar } from '../index.ts';
import { chegar, REGRAS, viver } from '../viver.suite.ts';

let banco: BancoDeTeste;
let sql: Sql;
beforeAll(async () => {
  banco = await bancoDeTeste();
  sql = banco.sql;
});
afterAll(() => banco.fechar());

const P = (recurso_id: string): Chave => ({ origem: 'loja', recurso_id });
const REGRAS_DE = new Map([['loja', REGRAS]]);

/** Orders of every kind: paid, shipped, cancelled before and after the payment, refunded, late. */
async function povoar(): Promise<void> {
  await esvaziar(sql);
  await viver(sql, P('pago'), [
    { id: 'pago1', status: 'criado', seq: 1, total_centavos: 500 },
    { id: 'pago2', status: 'pago', seq: 2, cliente_email: 'a@b.c' },
  ]);
  await viver(
    sql,
    P('enviado'),
    [{ id: 'enviado1', status: 'criado', seq: 1 }],
    [{ id: 'enviado2', status: 'pago', seq: 2 }],
    [{ id: 'enviado3', status: 'enviado', seq: 3 }],
  );
  await viver(
    sql,
    P('tarde'),
    [{ id: 'tarde3', status: 'pago', seq: 3 }],
    [{ id: 'tarde2', status: 'cancelado', seq: 2 }],
  );
  await viver(
    sql,
    P('volta'),
    [{ id: 'volta1', status: 'pago', seq: 1 }],
    [{ id: 'volta2', status: 'cancelado', seq: 2 }],
    [{ id: 'volta3', status: 'reembolsado', seq: 3 }],
  );
  await viver(sql, P('torto'), [{ id: 'torto1', status: 'pago', seq: null }]);
}
beforeEach(povoar);

async function verify(mais: { consertarPor?: string; origem?: string } = {}) {
  const achados: Achado[] = [];
  const total = await verificar(
    sql,
    {
      origem: mais.origem ?? null,
      regras: REGRAS_DE,
      pendenteHaMs: 15 * 60_000,
      consertarPor: mais.consertarPor ?? null,
    },
    (a) => achados.push(a),
    { maxPedidos: 2, maxEventos: 3 },
  );
  return { total, achados };
}
const tudoCerto: Verificacao = { pedidos: 5, divergentes: 0, consertados: 0, sem_regras: 0 };
const tipos = (achados: readonly Achado[]) =>
  achados.map((a) => [a.recurso_id, [...new Set(a.divergencias.map((d) => d.tipo))]]);

it('finds nothing wrong with what was applied, in pages of two orders or three events', async () => {
  expect(await verify()).toEqual({ total: tudoCerto, achados: [] });
  expect((await verify({ origem: 'outra' })).total.pedidos).toBe(0);
});

/** A hand in the tables: what it does, to which order, what is found, and whether it can be made anew. */
const CORRUPCOES: [nome: string, comando: string, pedido: string, achado: TipoDeDivergencia[], conserto: boolean][] = [
  [
    'a state that no fact says',
    `update pedidos set status = 'pago' where id = 'tarde'`,
    'tarde',
    ['linha_divergente'],
    true,
  ],
  [
    'another total',
    `update pedidos set total_centavos = total_centavos + 1 where id = 'pago'`,
    'pago',
    ['linha_divergente'],
    true,
  ],
  [
    'a version that was never seen',
    `update pedidos set versao_maxima = 9 where id = 'enviado'`,
    'enviado',
    ['linha_divergente'],
    true,
  ],
  [
    'a row that is gone',
    `with t as (delete from transicoes where pedido_id = 'enviado'), o as (delete from outbox where pedido_id = 'enviado')
     delete from pedidos where id = 'enviado'`,
    'enviado',
    ['linha_ausente', 'transicao_final'],
    true,
  ],
  [
    'a result that the fold does not give',
    `update webhook_eventos set resultado = 'aplicado' where evento_id = 'tarde3'`,
    'tarde',
    ['resultado_divergente'],
    true,
  ],
  [
    'a transition missing in the middle',
    `delete from transicoes where pedido_id = 'enviado' and para = 'pago'`,
    'enviado',
    ['transicao_com_lacuna', 'efeito_sem_transicao'],
    true,
  ],
  [
    'the last transition missing',
    `delete from transicoes where pedido_id = 'enviado' and para = 'enviado'`,
    'enviado',
    ['transicao_final'],
    true,
  ],
  [
    'facts that are gone',
    `delete from webhook_eventos where recurso_id = 'tarde'`,
    'tarde',
    ['sem_fatos', 'transicao_sem_evento', 'efeito_sem_transicao'],
    false,
  ],
  [
    'an event that is gone, though a transition names it',
    `delete from webhook_eventos where evento_id = 'enviado1'`,
    'enviado',
    ['transicao_sem_evento'],
    false,
  ],
  [
    'a paid order whose picking nobody released',
    `delete from outbox where pedido_id = 'pago'`,
    'pago',
    ['efeito_faltando'],
    false,
  ],
  [
    'a cancelled order whose picking goes on',
    `delete from outbox where pedido_id = 'tarde' and efeito = 'interromper_separacao'`,
    'tarde',
    ['efeito_faltando'],
    false,
  ],
  [
    'a refund that nobody was told of',
    `delete from outbox where pedido_id = 'volta' and efeito = 'notificar_reembolso'`,
    'volta',
    ['efeito_faltando'],
    false,
  ],
  [
    'a release that was taken out of a life that went on',
    `delete from outbox where pedido_id = 'enviado'`,
    'enviado',
    ['efeito_faltando'],
    false,
  ],
  [
    'an effect that nothing asked for',
    `insert into outbox (origem, pedido_id, efeito, evento_id, corpo) values ('loja', 'pago', 'notificar_reembolso', 'pago2',
      '{"origem": "loja", "pedido_id": "pago", "efeito": "notificar_reembolso", "ocorrencia": 1}')`,
    'pago',
    ['efeito_sem_transicao'],
    false,
  ],
  [
    'an occurrence out of turn',
    `update outbox set ocorrencia = 2, corpo = corpo || '{"ocorrencia": 2}' where pedido_id = 'pago'`,
    'pago',
    ['efeito_fora_de_ordem'],
    false,
  ],
  [
    'a body that names another order',
    `update outbox set corpo = corpo || '{"pedido_id": "enviado"}' where pedido_id = 'pago'`,
    'pago',
    ['efeito_de_outro_corpo'],
    false,
  ],
  [
    'an event that waits for hours',
    `update webhook_eventos set resultado = null, aplicado_em = null, erro = null, recebido_em = now() - interval '2 h'
     where evento_id = 'torto1'`,
    'torto',
    ['pendente_ha_muito'],
    false,
  ],
  [
    'fields that are no fields',
    `update webhook_eventos set dados = '{"total_centavos": "muito"}' where evento_id = 'pago1'`,
    'pago',
    ['ilegivel'],
    false,
  ],
];

describe('finds', () => {
  test.each(CORRUPCOES)('%s', async (_nome, comando, pedido, achado, conserto) => {
    await sql.unsafe(comando);
    const { total, achados } = await verify();
    expect(tipos(achados)).toEqual([[pedido, achado]]);
    expect(total).toEqual({ ...tudoCerto, divergentes: 1 });
    const efeitos = await sql`select * from outbox order by seq`;

    const { total: depois } = await verify({ consertarPor: 'ana' });
    expect(await sql`select * from outbox order by seq`).toEqual(efeitos);
    const { total: enfim, achados: restam } = await verify();
    expect(depois.consertados).toBe(conserto ? 1 : 0);
    expect(enfim).toEqual({ ...tudoCerto, divergentes: conserto ? 0 : 1 });
    if (!conserto) expect(tipos(restam)).toEqual([[pedido, achado]]);
  });

  it('all of them at once, and mends one beside what it cannot mend', async () => {
    await sql`update pedidos set status = 'pago' where id = 'tarde'`;
    await sql`delete from outbox where pedido_id in ('pago', 'tarde')`;
    const { total, achados } = await verify({ consertarPor: 'ana' });
    expect(total).toEqual({ ...tudoCerto, divergentes: 2, consertados: 1 });
    expect(achados).toMatchObject([
      { recurso_id: 'pago', consertadas: [] },
      { recurso_id: 'tarde', consertadas: [{ tipo: 'linha_divergente' }], divergencias: [{ tipo: 'efeito_faltando' }] },
    ]);
    expect(await sql`select quem, acao, pedido_id from auditoria`).toEqual([
      { quem: 'ana', acao: 'consertar', pedido_id: 'tarde' },
    ]);
  });
});

it('finds an effect, or a transition, of an order that nobody ever heard of', async () => {
  await sql`
    insert into outbox (origem, pedido_id, efeito, evento_id, corpo)
    select 'loja', 'nunca', 'liberar_separacao', 'e', corpo || '{"pedido_id": "nunca"}' from outbox where pedido_id = 'pago'`;
  await sql`
    insert into transicoes (origem, pedido_id, para, versao, evento_id, causa)
    values ('loja', 'nunca ouvido', 'criado', 1, 'e', 'fato')`;
  const { total, achados } = await verify();
  expect(total).toEqual({ ...tudoCerto, pedidos: 7, divergentes: 2 });
  expect(tipos(achados)).toEqual([
    ['nunca', ['efeito_sem_transicao']],
    ['nunca ouvido', ['transicao_sem_evento']],
  ]);
});

describe('a mend', () => {
  it('puts a missing link where it belongs, down to the event whose effect it asked for', async () => {
    await sql`delete from transicoes where pedido_id = 'enviado' and para = 'pago'`;
    await verify({ consertarPor: 'ana' });
    expect(
      await sql`select de, para, evento_id, causa from transicoes where pedido_id = 'enviado' order by seq`,
    ).toEqual([
      { de: null, para: 'criado', evento_id: 'enviado1', causa: 'fato' },
      { de: 'criado', para: 'pago', evento_id: 'enviado2', causa: 'conserto' },
      { de: 'pago', para: 'enviado', evento_id: 'enviado3', causa: 'fato' },
    ]);
  });
});

it('says how many orders belong to a store whose rules are not known', async () => {
  await viver(sql, { origem: 'antiga', recurso_id: 'p1' }, [{ id: 'x', status: 'pago', seq: 1 }]);
  expect((await verify()).total).toEqual({ ...tudoCerto, sem_regras: 1 });
});

it('takes an order that is being applied as it was before, or as it is after', async () => {
  let aplicando = true;
  const aplicacoes = (async () => {
    for (let i = 10; aplicando; i++)
      await viver(sql, P('pago'), [{ id: `n${i}`, status: i % 2 === 0 ? 'criado' : 'pago', seq: i }]);
  })();
  for (let i = 0; i < 30; i++) expect((await verify()).achados).toEqual([]);
  aplicando = false;
  await aplicacoes;
});

it('does not take a young pending event for a fault', async () => {
  await chegar(sql, P('novo'), [{ id: 'novo1', status: 'pago', seq: 1 }]);
  expect((await verify()).total).toEqual({ ...tudoCerto, pedidos: 6 });
});
