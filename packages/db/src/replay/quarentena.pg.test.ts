import { type EventoLido, STATUS } from '@entrada/domain';
import { type BancoDeTeste, bancoDeTeste } from '@entrada/testing';
import { fc, test } from '@fast-check/vitest';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { esvaziar } from '../exemplos.suite.ts';
import {
  buscarQuarentena,
  type Chave,
  descartarQuarentena,
  inserirQuarentena,
  type Leitor,
  lerHistorico,
  listarQuarentena,
  type Retomada,
  retomarQuarentena,
  type Sql,
} from '../index.ts';
import { aplicar, chegar, type Escrito, lerEscrito, REGRAS, viver } from '../viver.suite.ts';

let banco: BancoDeTeste;
let sql: Sql;
beforeAll(async () => {
  banco = await bancoDeTeste();
  sql = banco.sql;
});
afterAll(() => banco.fechar());
beforeEach(() => esvaziar(sql));

const P1: Chave = { origem: 'loja', recurso_id: 'p1' };

/** A dialect that was mended: now it knows what these bodies are. */
const leitor: Leitor = {
  regras: REGRAS,
  versao: 'sequencia',
  temApi: false,
  ler: <E extends Parameters<typeof lerEscrito>[0]>(evento: E): EventoLido<E> => lerEscrito(evento),
  identificar: ({ corpo }) => {
    const payload = corpo.toString();
    if (!payload.startsWith('{')) return { quarentena: 'not JSON' };
    const { id, pedido, tipo = 'order', resultado = null } = JSON.parse(payload);
    return { evento_id: id, recurso_id: pedido ?? null, tipo, payload, resultado };
  },
};

const guardar = (corpo: object | string, mais: { origem?: string; fonte?: 'api' } = {}) =>
  inserirQuarentena(sql, {
    origem: 'loja',
    corpo: Buffer.from(typeof corpo === 'string' ? corpo : JSON.stringify(corpo)),
    cabecalhos: { 'content-type': 'application/json' },
    motivo: 'no id',
    segredo_nome: 'abcd',
    ...mais,
  });
const entrega = (e: Escrito, pedido = 'p1') => guardar({ ...e, pedido });

async function rodar(retomar: boolean, mais: { recurso_id?: string; limite?: number } = {}): Promise<Retomada[]> {
  const retomadas: Retomada[] = [];
  const filtro = { origem: null, recurso_id: mais.recurso_id ?? null, desde: null, ate: null };
  const opcoes = { filtro, leitores: new Map([['loja', leitor]]), retomar, limite: mais.limite ?? null };
  await retomarQuarentena(sql, opcoes, (r) => retomadas.push(r));
  return retomadas;
}
const abertas = async () =>
  (await listarQuarentena(sql, { origem: null, resolvidas: false, limite: 99 })).map((q) => q.id);

describe('deliveries in quarantine, after their dialect was mended', () => {
  it('become pending events of their orders and are settled, in one transaction', async () => {
    await viver(sql, P1, [{ id: 'a', status: 'criado', seq: 1 }]);
    const ids = [
      await entrega({ id: 'b', status: 'pago', seq: 2 }),
      await entrega({ id: 'c', status: 'enviado', seq: 3 }),
    ];
    const previsto = await rodar(false);
    expect(await abertas()).toEqual(ids.toReversed());
    const feito = await rodar(true);
    expect(feito).toEqual(previsto);
    expect(feito).toMatchObject([
      {
        tipo: 'pedido',
        entregas: ids,
        releitura: {
          antes: { status: 'criado' },
          depois: { status: 'enviado' },
          efeitos: [{ efeito: 'liberar_separacao', evento_id: 'b' }],
        },
      },
    ]);
    expect(await abertas()).toEqual([]);
    const eventos = await sql`
      select evento_id, corpo is not null as bytes, segredo_nome, aplicado_em is null as pendente
      from webhook_eventos where evento_id <> 'a' order by evento_id`;
    expect(eventos).toEqual([
      { evento_id: 'b', bytes: true, segredo_nome: 'abcd', pendente: true },
      { evento_id: 'c', bytes: true, segredo_nome: 'abcd', pendente: true },
    ]);
    expect(await rodar(true)).toEqual([]);
  });

  it('stay there with the reason of today, where they are still no event', async () => {
    const id = await guardar('<xml/>');
    const nulo = await guardar('{"id":"n","pedido":"p1","x":"\\u0000"}');
    const alheia = await guardar({ id: 'x' }, { origem: 'outra' });
    await guardar('{}', { fonte: 'api' });
    expect(await rodar(true)).toMatchObject([
      { tipo: 'continua', entregas: [id], motivo: 'not JSON' },
      { tipo: 'continua', entregas: [nulo], motivo: expect.stringContaining('Postgres cannot store it') },
      { tipo: 'continua', entregas: [alheia], motivo: 'the dialect of outra is not known here' },
    ]);
    expect(await abertas()).toHaveLength(4);
  });

  it('are closed at once where they concern no order, and settled where the event is known already', async () => {
    await viver(sql, P1, [{ id: 'a', status: 'pago', seq: 1 }]);
    await guardar({ id: 't', tipo: 'ping', resultado: 'teste' });
    await entrega({ id: 'a', status: 'pago', seq: 1 });
    expect(await rodar(true)).toMatchObject([
      { tipo: 'encerrada', evento_id: 't', resultado: 'teste' },
      { tipo: 'pedido', releitura: { lidos: 0, antes: { status: 'pago' }, depois: { status: 'pago' } } },
    ]);
    expect(await abertas()).toEqual([]);
    const [a] = await sql`select duplicatas from webhook_eventos where evento_id = 'a'`;
    expect(a).toEqual({ duplicatas: 1 });
  });

  it('of one order only, or so many at most', async () => {
    await entrega({ id: 'a', status: 'pago', seq: 1 }, 'x');
    await entrega({ id: 'b', status: 'pago', seq: 1 }, 'y');
    await entrega({ id: 'c', status: 'pago', seq: 1 }, 'z');
    const pedidos = async (mais: Parameters<typeof rodar>[1]) =>
      (await rodar(false, mais)).map((r) => (r.tipo === 'pedido' ? r.releitura.recurso_id : r.tipo));
    expect(await pedidos({ recurso_id: 'y' })).toEqual(['y']);
    expect(await pedidos({ limite: 2 })).toEqual(['x', 'y']);
  });
});

const escrito = fc.record({
  status: fc.constantFrom(...STATUS),
  seq: fc.option(fc.integer({ min: 1, max: 8 }), { freq: 8 }),
  total_centavos: fc.option(fc.nat(99)),
});
const escritos = fc.array(escrito, { maxLength: 4 });

test.prop(
  { vividos: escritos, pendentes: escritos, guardados: fc.array(escrito, { minLength: 1, maxLength: 4 }) },
  { numRuns: 60 },
)(
  'whatever waits and whatever was lived, the worker makes of them what was said before',
  async ({ vividos, pendentes, guardados }) => {
    await esvaziar(sql);
    await viver(sql, P1, ...vividos.map((e, i) => [{ id: `v${i}`, ...e }]));
    await chegar(
      sql,
      P1,
      pendentes.map((e, i) => ({ id: `p${i}`, ...e })),
    );
    for (const [i, e] of guardados.entries()) await entrega({ id: `q${i}`, ...e });
    const previsto = await rodar(false);
    expect(await rodar(true)).toEqual(previsto);
    const antes = await lerHistorico(sql, P1);
    await aplicar(sql, P1);
    const depois = await lerHistorico(sql, P1);
    const [r] = previsto;
    if (r?.tipo !== 'pedido') throw new Error('no order');
    expect(depois?.pedido?.status).toBe(r.releitura.depois?.status);
    expect(depois?.transicoes.slice(antes?.transicoes.length)).toMatchObject(r.releitura.transicoes);
    expect(depois?.efeitos.slice(antes?.efeitos.length)).toMatchObject(r.releitura.efeitos);
    for (const { evento_id, depois: resultado, erro } of r.releitura.eventos)
      expect(depois?.eventos.find((e) => e.evento_id === evento_id)).toMatchObject({ resultado, erro });
  },
  120_000,
);

describe('an operator', () => {
  it('sees deliveries, newest first, and the beginning of a body', async () => {
    const [a, b] = [await guardar('primeira'), await guardar('segunda')];
    expect(await listarQuarentena(sql, { origem: 'loja', resolvidas: false, limite: 1 })).toMatchObject([
      { id: b, motivo: 'no id', bytes: 7 },
    ]);
    expect(await listarQuarentena(sql, { origem: 'outra', resolvidas: true, limite: 9 })).toEqual([]);
    expect(await buscarQuarentena(sql, a, 4)).toMatchObject({
      corpo: Buffer.from('prim'),
      bytes: 8,
      cabecalhos: { 'content-type': 'application/json' },
    });
    expect(await buscarQuarentena(sql, 999, 4)).toBe(null);
  });
  it('throws one away for good, and that is written down', async () => {
    const id = await guardar('lixo');
    expect(await descartarQuarentena(sql, id, 'ana')).toBe(true);
    expect(await descartarQuarentena(sql, id, 'ana')).toBe(false);
    expect(await sql`select quem, acao, detalhes from auditoria order by seq desc limit 1`).toEqual([
      { quem: 'ana', acao: 'descartar', detalhes: { quarentena: id, origem: 'loja', bytes: 4 } },
    ]);
  });
});
