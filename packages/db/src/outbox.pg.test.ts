import { type Efeito, NENHUM_NASCIDO } from '@entrada/domain';
import { type BancoDeTeste, bancoDeTeste, waitUntil } from '@entrada/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { CHAVE, chave, estado, esvaziar } from './exemplos.suite.ts';
import {
  anularPares,
  type Chave,
  efeitosDoPedido,
  gravarPedidos,
  inserirEfeitos,
  lerNascidos,
  type Sql,
  transacao,
} from './index.ts';

let banco: BancoDeTeste;
let sql: Sql;
beforeAll(async () => {
  banco = await bancoDeTeste();
  sql = banco.sql;
});
beforeEach(async () => {
  await esvaziar(sql);
  await transacao(sql, (tx) =>
    gravarPedidos(
      tx,
      ['p1', 'p2'].map((p) => ({ ...chave(p), estado: estado() })),
    ),
  );
});
afterAll(() => banco.fechar());

const efeito = (nome: Efeito, ocorrencia = 1, c: Chave = CHAVE) => ({
  ...c,
  efeito: nome,
  ocorrencia,
  evento_id: 'e',
  corpo: { origem: c.origem, efeito: nome },
});
const inserir = (...efeitos: Parameters<typeof inserirEfeitos>[1]) =>
  transacao(sql, (tx) => inserirEfeitos(tx, efeitos));
const anular = (...pares: Parameters<typeof anularPares>[1]) => transacao(sql, (tx) => anularPares(tx, pares));
const PAR = { ...CHAVE, ocorrencia: 1 };
const anulados = async () =>
  (await efeitosDoPedido(sql, CHAVE)).filter((e) => e.anulado_em !== null).map((e) => e.efeito);

test('effects keep the order of the array, and their bodies', async () => {
  await inserir(
    efeito('liberar_separacao', 1, chave('p2')),
    efeito('notificar_reembolso'),
    efeito('liberar_separacao'),
    efeito('liberar_separacao', 2),
  );
  await inserir();
  const efeitos = await efeitosDoPedido(sql, CHAVE);
  expect(efeitos.map((e) => [e.efeito, e.ocorrencia])).toEqual([
    ['notificar_reembolso', 1],
    ['liberar_separacao', 1],
    ['liberar_separacao', 2],
  ]);
  expect(efeitos[0]).toMatchObject({
    evento_id: 'e',
    corpo: { origem: 'loja', efeito: 'notificar_reembolso' },
    tentativas: 0,
    enviado_em: null,
    falhou_em: null,
    anulado_em: null,
  });
});

test('an effect is born once per occurrence', async () => {
  await inserir(efeito('liberar_separacao'));
  await expect(inserir(efeito('liberar_separacao'))).rejects.toMatchObject({ code: '23505' });
});

test('what was born is counted per order, annulled effects included', async () => {
  await inserir(
    efeito('liberar_separacao'),
    efeito('interromper_separacao'),
    efeito('liberar_separacao', 2),
    efeito('notificar_reembolso', 1, chave('p2')),
  );
  await anular(PAR);
  const nascidos = await transacao(sql, (tx) => lerNascidos(tx, [CHAVE, chave('p2'), chave('p3')]));
  expect(nascidos).toHaveLength(3);
  expect(nascidos).toEqual(
    expect.arrayContaining([
      { ...CHAVE, nascidos: { ...NENHUM_NASCIDO, liberar_separacao: 2, interromper_separacao: 1 } },
      { ...chave('p2'), nascidos: { ...NENHUM_NASCIDO, notificar_reembolso: 1 } },
      { ...chave('p3'), nascidos: NENHUM_NASCIDO },
    ]),
  );
});

describe('a pair of release and interruption', () => {
  beforeEach(() => inserir(efeito('liberar_separacao'), efeito('interromper_separacao')));

  test('of which nothing was sent is closed, and other effects stay', async () => {
    await inserir(efeito('notificar_reembolso'), efeito('liberar_separacao', 2));
    expect(await anular(PAR, { ...chave('p2'), ocorrencia: 1 })).toEqual([PAR]);
    expect(await anulados()).toEqual(['liberar_separacao', 'interromper_separacao']);
    expect(await anular(PAR)).toEqual([]);
    expect(await anular()).toEqual([]);
  });

  test('needs both of them', async () => {
    await inserir(efeito('liberar_separacao', 2));
    expect(await anular({ ...CHAVE, ocorrencia: 2 })).toEqual([]);
    expect(await anulados()).toEqual([]);
  });

  test.each([
    ['is being sent', `tentativas = 1, reserva = 'r', reservado_ate = now() + interval '1 min'`],
    ['was claimed once and given back', 'tentativas = 1'],
    ['was sent', 'tentativas = 1, enviado_em = now()'],
    ['failed', `falhou_em = now(), ultimo_erro = 'x'`],
  ])('stays open when one of them %s', async (_, mudanca) => {
    for (const nome of ['liberar_separacao', 'interromper_separacao']) {
      await sql`truncate outbox`;
      await inserir(efeito('liberar_separacao'), efeito('interromper_separacao'));
      await sql.unsafe(`update outbox set ${mudanca} where efeito = '${nome}'`);
      expect(await anular(PAR)).toEqual([]);
      expect(await anulados()).toEqual([]);
    }
  });

  test('is judged after the publisher that holds one of them has let go', async () => {
    let anulacao: ReturnType<typeof anular> | undefined;
    await transacao(sql, async (publicador) => {
      await publicador`
        update outbox set tentativas = 1, reserva = 'r', reservado_ate = now() + interval '1 min'
        where efeito = 'liberar_separacao'`;
      anulacao = anular(PAR);
      await waitUntil(async () => (await sql`select 1 from pg_locks where not granted`).length > 0);
    });
    expect(await anulacao).toEqual([]);
    expect(await anulados()).toEqual([]);
  });

  test('that is being closed is not there for a publisher that skips what is locked', async () => {
    await transacao(sql, async (tx) => {
      await anularPares(tx, [PAR]);
      expect(await sql`select 1 from outbox where anulado_em is null for update skip locked`).toEqual([]);
    });
  });
});
