import { type EventoLido, STATUS } from '@entrada/domain';
import { type BancoDeTeste, bancoDeTeste } from '@entrada/testing';
import { fc, test } from '@fast-check/vitest';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { esvaziar } from '../exemplos.suite.ts';
import {
  type Achado,
  type Chave,
  type Filtro,
  type Leitor,
  muda,
  type Releitura,
  replay,
  type Sql,
  verificar,
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
const TUDO: Filtro = { origem: null, recurso_id: null, resultado: null, tipo: null, desde: null, ate: null };

/** A payload that says what the old dialect reads in it, and in `certo` what the mended one reads, where it differs. */
type ComCorrecao = Escrito & { certo?: Partial<Escrito> };

const leitor: Leitor = {
  regras: REGRAS,
  versao: 'sequencia',
  temApi: false,
  ler<E extends Parameters<typeof lerEscrito>[0]>(evento: E): EventoLido<E> {
    const escrito: ComCorrecao = JSON.parse(evento.payload);
    const lido = lerEscrito({ ...evento, payload: JSON.stringify({ ...escrito, ...escrito.certo }) });
    return { ...lido, evento };
  },
  identificar: () => ({ quarentena: 'not here' }),
};

async function rodar(quem: string | null, mais: { filtro?: Partial<Filtro>; limite?: number } = {}) {
  const relidos: Releitura[] = [];
  const total = await replay(
    sql,
    {
      filtro: { ...TUDO, ...mais.filtro },
      leitores: new Map([['loja', leitor]]),
      quem,
      limite: mais.limite ?? null,
    },
    (r) => relidos.push(r),
  );
  return { total, relidos };
}

async function divergencias(): Promise<Achado[]> {
  const achados: Achado[] = [];
  const opcoes = { origem: null, regras: new Map([['loja', REGRAS]]), pendenteHaMs: 60_000, consertarPor: null };
  await verificar(sql, opcoes, (a) => achados.push(a));
  return achados;
}

/** All that is stored, but the moments. */
async function estado() {
  return {
    pedidos: await sql`select * from pedidos order by id`.then((r) => r.map(({ atualizado_em, ...p }) => p)),
    eventos:
      await sql`select evento_id, resultado, erro, status, versao, dados, corrigido_por from webhook_eventos order by 1`,
    transicoes: await sql`select pedido_id, de, para, versao, evento_id, causa from transicoes order by seq`,
    efeitos:
      await sql`select pedido_id, efeito, ocorrencia, evento_id, corpo, enviado_em, anulado_em is null as vale from outbox order by seq`,
  };
}

describe('a replay after a dialect was mended', () => {
  it('takes up what was invalido, and the order lives on from there', async () => {
    const torto = (id: string, status: Escrito['status'], seq: number): ComCorrecao => ({
      id,
      status,
      seq: null,
      certo: { seq },
    });
    await viver(sql, P1, [{ id: 'a', status: 'criado', seq: 1 }, torto('b', 'pago', 2), torto('c', 'enviado', 3)]);
    const { total, relidos } = await rodar('ana', { filtro: { resultado: 'invalido' } });
    expect(total).toEqual({ pedidos: 1, mudados: 1, recusados: 0, efeitos: 1, sem_leitor: 0 });
    expect(relidos).toMatchObject([
      {
        lidos: 2,
        antes: { status: 'criado' },
        depois: { status: 'enviado' },
        eventos: [
          { evento_id: 'b', antes: 'invalido', depois: 'aplicado' },
          { evento_id: 'c', antes: 'invalido', depois: 'aplicado' },
        ],
        efeitos: [{ efeito: 'liberar_separacao', ocorrencia: 1, evento_id: 'b' }],
      },
    ]);
    expect(await divergencias()).toEqual([]);
    expect(await sql`select quem, acao, detalhes from auditoria`).toEqual([
      { quem: 'ana', acao: 'replay', detalhes: { eventos: 2, de: 'criado', para: 'enviado' } },
    ]);
  });

  it('changes facts in one net transition, and never sends again what the ERP has confirmed', async () => {
    await viver(
      sql,
      P1,
      [{ id: 'a', status: 'criado', seq: 1 }],
      [{ id: 'b', status: 'pago', seq: 2, certo: { total_centavos: 900 } } as ComCorrecao],
      [{ id: 'c', status: 'enviado', seq: 3, certo: { status: 'cancelado' } } as ComCorrecao],
    );
    await sql`update outbox set tentativas = 1, enviado_em = now()`;
    const confirmados = await sql`select * from outbox`;
    const { relidos } = await rodar('ana');
    expect(relidos[0]).toMatchObject({
      antes: { status: 'enviado', total_centavos: null },
      depois: { status: 'cancelado', total_centavos: 900 },
      transicoes: [{ de: 'enviado', para: 'cancelado', evento_id: 'c', causa: 'releitura' }],
      efeitos: [{ efeito: 'interromper_separacao', ocorrencia: 1 }],
    });
    expect(await sql`select * from outbox where efeito = 'liberar_separacao'`).toEqual(confirmados);
    expect((await rodar('ana')).total).toMatchObject({ pedidos: 1, mudados: 0, efeitos: 0 });
  });

  it('reads versions anew as well: what was newest may become oldest', async () => {
    await viver(sql, P1, [
      { id: 'a', status: 'pago', seq: 5 },
      { id: 'b', status: 'enviado', seq: 900, certo: { seq: 2 } } as ComCorrecao,
    ]);
    await rodar('ana');
    expect((await estado()).pedidos).toMatchObject([{ status: 'pago', versao_maxima: 5 }]);
    await chegar(sql, P1, [{ id: 'c', status: 'enviado', seq: 6 }]);
    await aplicar(sql, P1);
    expect((await estado()).pedidos).toMatchObject([{ status: 'enviado', versao_maxima: 6 }]);
    expect(await divergencias()).toEqual([]);
  });

  it('leaves an order alone that would have no fact any more', async () => {
    await viver(sql, P1, [{ id: 'a', status: 'pago', seq: 1, certo: { seq: null } } as ComCorrecao]);
    const antes = await estado();
    const { total, relidos } = await rodar('ana');
    expect(total).toMatchObject({ mudados: 0, recusados: 1 });
    expect(relidos[0]).toMatchObject({ recusa: expect.any(String), eventos: [], depois: { status: 'pago' } });
    expect(await estado()).toEqual(antes);
  });

  it('does nothing to what is pending, to tests, or to events on which a process died', async () => {
    await viver(sql, P1, [{ id: 'a', status: 'pago', seq: null, certo: { seq: 1 } } as ComCorrecao]);
    await sql`update webhook_eventos set quedas = 3`;
    await chegar(sql, P1, [{ id: 'b', status: 'pago', seq: 2 }]);
    expect(await rodar('ana')).toMatchObject({ total: { pedidos: 0 }, relidos: [] });
  });

  it('holds to its filter and to its limit', async () => {
    for (const id of ['x', 'y', 'z'])
      await viver(sql, { origem: 'loja', recurso_id: id }, [
        { id: `${id}1`, status: 'criado', seq: 1, certo: { total_centavos: 1 } } as ComCorrecao,
        { id: `${id}2`, status: 'pago', seq: 2, certo: { total_centavos: 2 } } as ComCorrecao,
      ]);
    const mudou = async (filtro: Partial<Filtro>, limite?: number) =>
      (await rodar(null, { filtro, ...(limite === undefined ? {} : { limite }) })).relidos.flatMap((r) =>
        r.eventos.map((e) => e.evento_id),
      );
    expect(await mudou({})).toEqual(['x1', 'x2', 'y1', 'y2', 'z1', 'z2']);
    expect(await mudou({}, 2)).toEqual(['x1', 'x2', 'y1', 'y2']);
    expect(await mudou({ tipo: 'order.pago' })).toEqual(['x2', 'y2', 'z2']);
    expect(await mudou({ recurso_id: 'y' })).toEqual(['y1', 'y2']);
    expect(await mudou({ origem: 'outra' })).toEqual([]);
    expect(await mudou({ resultado: 'invalido' })).toEqual([]);
    await sql`update webhook_eventos set recebido_em = now() - interval '1 day' where recurso_id = 'x'`;
    const umaHora = new Date(Date.now() - 3_600_000);
    expect(await mudou({ desde: umaHora })).toEqual(['y1', 'y2', 'z1', 'z2']);
    expect(await mudou({ ate: umaHora })).toEqual(['x1', 'x2']);
  });

  it('waits until live events have been applied, but not for ever for a dead worker', async () => {
    await viver(sql, P1, [{ id: 'a', status: 'pago', seq: 1, certo: { total_centavos: 1 } } as ComCorrecao]);
    for (let i = 0; i < 250; i++)
      await chegar(sql, { origem: 'loja', recurso_id: `v${i}` }, [{ id: `v${i}`, status: 'pago', seq: 1 }]);
    const esperas: number[] = [];
    const opcoes = { filtro: TUDO, leitores: new Map([['loja', leitor]]), quem: 'ana', limite: null };
    const feito = replay(sql, { ...opcoes, aoEsperar: (n) => esperas.push(n) }, () => undefined);
    await new Promise((r) => setTimeout(r, 1_200));
    expect((await estado()).pedidos).toMatchObject([{ total_centavos: null }]);
    await sql`update webhook_eventos set proxima_tentativa_em = now() where aplicado_em is null`;
    await feito;
    expect(esperas).toEqual([250]);
    expect((await estado()).pedidos).toMatchObject([{ total_centavos: 1 }]);
  });
});

const escrito = fc.record({
  status: fc.constantFrom(...STATUS),
  seq: fc.option(fc.integer({ min: 1, max: 8 }), { freq: 5 }),
  total_centavos: fc.option(fc.integer({ min: 0, max: 99 })),
});
const vida = fc.array(fc.array(fc.tuple(escrito, fc.option(escrito, { freq: 1 })), { minLength: 1, maxLength: 3 }), {
  minLength: 1,
  maxLength: 5,
});

describe('whatever happened, and whatever the mended dialect reads', () => {
  test.prop(
    { vida, confirmar: fc.boolean(), so: fc.constantFrom(null, 'invalido' as const, 'aplicado' as const) },
    { numRuns: 150 },
  )(
    'the dry run says exactly what the replay does',
    async ({ vida, confirmar, so }) => {
      await esvaziar(sql);
      let n = 0;
      for (const lote of vida) {
        const escritos = lote.map(([e, certo]): ComCorrecao => ({ id: `e${n++}`, ...e, ...(certo ? { certo } : {}) }));
        await viver(sql, P1, escritos);
        if (confirmar)
          await sql`update outbox set tentativas = 1, enviado_em = now() where enviado_em is null and anulado_em is null`;
      }
      const antes = await estado();
      const previsto = await rodar(null, { filtro: { resultado: so } });
      expect(await estado()).toEqual(antes);
      const feito = await rodar('ana', { filtro: { resultado: so } });
      expect(feito).toEqual(previsto);

      const depois = await estado();
      const [r] = feito.relidos;
      if (r?.depois)
        expect(depois.pedidos[0]).toMatchObject({ status: r.depois.status, total_centavos: r.depois.total_centavos });
      expect(depois.transicoes.slice(antes.transicoes.length)).toMatchObject(r?.transicoes ?? []);
      expect(depois.efeitos.slice(antes.efeitos.length)).toMatchObject(r?.efeitos ?? []);
      const semValidade = (efeitos: typeof depois.efeitos) => efeitos.map(({ vale, ...e }) => e);
      expect(semValidade(depois.efeitos).slice(0, antes.efeitos.length)).toEqual(semValidade(antes.efeitos));
      const eventosMudados = depois.eventos.flatMap((e, i) =>
        JSON.stringify(e) === JSON.stringify(antes.eventos[i]) ? [] : [e.evento_id],
      );
      expect(r?.eventos.map((e) => e.evento_id) ?? []).toEqual(eventosMudados);
      expect(await divergencias()).toEqual([]);
      if (so === null) expect((await rodar('ana')).relidos.filter(muda)).toEqual([]);
    },
    180_000,
  );
});
