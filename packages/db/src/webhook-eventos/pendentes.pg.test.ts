import { type BancoDeTeste, bancoDeTeste } from '@entrada/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { CHAVE, chave, encerrado, esvaziar, evento, semFato } from '../exemplos.suite.ts';
import {
  type Chave,
  conectar,
  contarPendentes,
  contarPendentesPorOrigem,
  encerrarEventos,
  inserirEventos,
  lerPendentes,
  pedidosPendentes,
  registrarFalha,
  retomar,
  type Sql,
  transacao,
} from '../index.ts';

let banco: BancoDeTeste;
let sql: Sql;
beforeAll(async () => {
  banco = await bancoDeTeste();
  sql = banco.sql;
});
beforeEach(() => esvaziar(sql));
afterAll(() => banco.fechar());

const envelhecer = (evento_id: string, segundos: number) =>
  sql`update webhook_eventos set recebido_em = now() - ${segundos} * interval '1 s' where evento_id = ${evento_id}`;
const encerrar = (...eventos: Parameters<typeof encerrarEventos>[1]) =>
  transacao(sql, (tx) => encerrarEventos(tx, eventos));

describe('lerPendentes', () => {
  const ler = (chaves: readonly Chave[], limites = {}) => transacao(sql, (tx) => lerPendentes(tx, chaves, limites));

  test('reads the pending events of these orders only, oldest first, with all digits of the payload', async () => {
    await inserirEventos(sql, [
      evento('novo'),
      evento('velho', { payload: '{"n": 12345678901234567890}' }),
      evento('feito'),
      evento('de outro pedido', { recurso_id: 'p2' }),
      evento('de outra loja', { origem: 'outra' }),
    ]);
    await envelhecer('velho', 60);
    await encerrar(encerrado('feito'));
    const { eventos, incompletos } = await ler([CHAVE]);
    expect(eventos.map((e) => e.evento_id)).toEqual(['velho', 'novo']);
    expect(eventos[0]).toMatchObject({ ...CHAVE, tipo: 'order.paid', fonte: 'webhook', tentativas: 0 });
    expect(eventos[0]?.payload).toBe('{"n": 12345678901234567890}');
    expect(eventos[0]?.idade_ms).toBeGreaterThan(59_000);
    expect(incompletos).toEqual([]);
  });

  test('reads many orders at once, and none of none', async () => {
    await inserirEventos(sql, [evento('a', { recurso_id: 'p1' }), evento('b', { recurso_id: 'p2' })]);
    expect((await ler([chave('p1'), chave('p2'), chave('p3')])).eventos).toHaveLength(2);
    expect((await ler([])).eventos).toEqual([]);
  });

  test('a hot order comes in pages, and says so', async () => {
    await inserirEventos(
      sql,
      [1, 2, 3].map((n) => evento(`e${n}`)),
    );
    for (const n of [1, 2, 3]) await envelhecer(`e${n}`, 100 - n);
    const pagina = await ler([CHAVE], { maxEventos: 2 });
    expect(pagina.eventos.map((e) => e.evento_id)).toEqual(['e1', 'e2']);
    expect(pagina.incompletos).toEqual([CHAVE]);
    expect((await ler([CHAVE], { maxEventos: 3 })).incompletos).toEqual([]);
  });

  test('a page is bounded by bytes, but never empty', async () => {
    await inserirEventos(
      sql,
      [1, 2].map((n) => evento(`e${n}`, { corpo: Buffer.alloc(1000) })),
    );
    const pagina = await ler([CHAVE], { maxBytes: 10 });
    expect(pagina.eventos).toHaveLength(1);
    expect(pagina.incompletos).toEqual([CHAVE]);
  });
});

describe('pedidosPendentes', () => {
  const pagina = (aPartirDe: Chave | null = null, limite = 100, idadeMinimaMs = 0) =>
    pedidosPendentes(sql, { aPartirDe, limite, idadeMinimaMs });

  test('names each order once, by key', async () => {
    await inserirEventos(sql, [
      evento('1', { recurso_id: 'b' }),
      evento('2', { recurso_id: 'a' }),
      evento('3', { recurso_id: 'a' }),
      evento('4', { recurso_id: 'Z' }),
      evento('5', { recurso_id: 'a', origem: 'aqui' }),
      evento('t', { recurso_id: null, resultado: 'teste' }),
    ]);
    expect(await pagina()).toEqual([chave('a', 'aqui'), chave('Z'), chave('a'), chave('b')]);
  });

  test('pages meet every order exactly once', async () => {
    await inserirEventos(
      sql,
      Array.from({ length: 95 }, (_, i) =>
        evento(`e${i}`, { recurso_id: `p${i % 50}`, origem: i % 2 ? 'um' : 'dois' }),
      ),
    );
    const vistos: Chave[] = [];
    for (let ultima: Chave | null = null; ; ) {
      const parte: Chave[] = await pagina(ultima, 7);
      vistos.push(...parte);
      ultima = parte.at(-1) ?? null;
      if (ultima === null) break;
    }
    expect(new Set(vistos.map((c) => `${c.origem}:${c.recurso_id}`)).size).toBe(50);
    expect(vistos).toHaveLength(50);
  });

  test('leaves out what is too young, closed or put off', async () => {
    await inserirEventos(
      sql,
      ['novo', 'velho', 'feito', 'adiado', 'vencido'].map((nome) => evento(nome, { recurso_id: nome })),
    );
    for (const nome of ['velho', 'feito', 'adiado', 'vencido']) await envelhecer(nome, 31);
    await encerrar(encerrado('feito'));
    await registrarFalha(sql, [chave('adiado'), chave('vencido')], { erro: 'x' });
    await sql`update webhook_eventos set proxima_tentativa_em = now() where evento_id = 'vencido'`;
    expect(await pagina(null, 100, 30_000)).toEqual([chave('velho'), chave('vencido')]);
  });

  test('a page is read from the index of what is pending, however much is closed', async () => {
    await sql`
      insert into webhook_eventos
        (origem, evento_id, recurso_id, tipo, fonte, payload, aplicado_em, resultado)
      select 'loja', 'velho' || i, 'p' || i, 't', 'webhook', '{}', now(), 'tipo_ignorado' from generate_series(1, 20000) i`;
    await inserirEventos(
      sql,
      Array.from({ length: 2000 }, (_, i) => evento(`e${i}`, { recurso_id: `p${i}` })),
    );
    await sql`analyze webhook_eventos`;
    const rastro = conectar(banco.url, { max: 1, onnotice: (aviso) => planos.push(String(aviso.message)) });
    const planos: string[] = [];
    await rastro`load 'auto_explain'`;
    await rastro`
      select set_config(nome, valor, false)
      from (values ('client_min_messages', 'log'), ('auto_explain.log_min_duration', '0')) as a (nome, valor)`;
    expect(await pedidosPendentes(rastro, { aPartirDe: chave('p5'), limite: 200, idadeMinimaMs: 0 })).toHaveLength(200);
    expect(await contarPendentes(rastro)).toMatchObject({ pendentes: 2000 });
    expect(planos.filter((p) => /(using|on) webhook_eventos_pendentes/.test(p))).toHaveLength(2);
    await rastro.end();
  });
});

describe('registrarFalha', () => {
  test('counts, keeps the reason and puts the pending events off, twice as long each time', async () => {
    await inserirEventos(sql, [evento('a'), evento('feito'), evento('alheio', { recurso_id: 'p2' })]);
    await encerrar(encerrado('feito'));
    const esperas: number[] = [];
    for (let n = 0; n < 12; n++) {
      await registrarFalha(sql, [CHAVE], { erro: `falha ${n}\0` });
      const [linha] = await sql<{ s: number }[]>`
        select extract(epoch from proxima_tentativa_em - now())::float8 as s from webhook_eventos where evento_id = 'a'`;
      esperas.push(linha?.s ?? 0);
    }
    for (const [n, s] of esperas.entries()) {
      const teto = Math.min(15 * 60, 5 * 2 ** n);
      expect(s).toBeGreaterThan(teto / 2 - 1);
      expect(s).toBeLessThanOrEqual(teto);
    }
    expect(await sql`select evento_id, tentativas, erro from webhook_eventos order by evento_id`).toEqual([
      { evento_id: 'a', tentativas: 12, erro: 'falha 11\uFFFD' },
      { evento_id: 'alheio', tentativas: 0, erro: null },
      { evento_id: 'feito', tentativas: 0, erro: null },
    ]);
  });

  test('leaves alone what somebody is applying', async () => {
    await inserirEventos(sql, [evento('a')]);
    await transacao(sql, async (tx) => {
      await encerrarEventos(tx, [encerrado('a')]);
      await registrarFalha(sql, [CHAVE], { erro: 'x' });
    });
    expect(await sql`select tentativas, resultado from webhook_eventos`).toEqual([
      { tentativas: 0, resultado: 'aplicado' },
    ]);
  });
});

describe('retomar', () => {
  test('opens what is invalido and brings what waits forward; facts stay closed', async () => {
    await inserirEventos(
      sql,
      ['espera', 'ruim', 'fato'].map((id) => evento(id)),
    );
    await inserirEventos(sql, [evento('alheio', { recurso_id: 'p2' })]);
    await encerrar(
      encerrado('ruim', { ...semFato, resultado: 'invalido', erro: 'sem data', ocorreu_em: new Date() }),
      encerrado('alheio', { ...semFato, resultado: 'invalido', erro: 'sem data' }),
      encerrado('fato'),
    );
    await registrarFalha(sql, [CHAVE], { erro: 'x' });
    expect(await transacao(sql, (tx) => retomar(tx, CHAVE))).toBe(2);
    expect(await pedidosPendentes(sql, { aPartirDe: null, limite: 9, idadeMinimaMs: 0 })).toEqual([CHAVE]);
    expect(await sql`select evento_id, resultado, erro, tentativas from webhook_eventos order by evento_id`).toEqual([
      { evento_id: 'alheio', resultado: 'invalido', erro: 'sem data', tentativas: 0 },
      { evento_id: 'espera', resultado: null, erro: null, tentativas: 0 },
      { evento_id: 'fato', resultado: 'aplicado', erro: null, tentativas: 0 },
      { evento_id: 'ruim', resultado: null, erro: null, tentativas: 0 },
    ]);
  });
});

test('contarPendentes says how many and how old', async () => {
  expect(await contarPendentes(sql)).toEqual({ pendentes: 0, mais_antigo_em: null, mais_antigo_ms: 0 });
  await inserirEventos(sql, [evento('a'), evento('b'), evento('feito')]);
  await encerrar(encerrado('feito'));
  await envelhecer('a', 100);
  await envelhecer('feito', 1000);
  const { pendentes, mais_antigo_em, mais_antigo_ms } = await contarPendentes(sql);
  expect(pendentes).toBe(2);
  expect(mais_antigo_em).toBeInstanceOf(Date);
  expect(Math.round(mais_antigo_ms / 1000)).toBe(100);
});

test('contarPendentesPorOrigem says the same of each store, and nothing of one that has nothing pending', async () => {
  expect(await contarPendentesPorOrigem(sql)).toEqual([]);
  await inserirEventos(sql, [evento('a'), evento('b'), { ...evento('c'), origem: 'outra' }]);
  await envelhecer('a', 100);
  const lidas = await contarPendentesPorOrigem(sql);
  expect(lidas.map((l) => [l.origem, l.pendentes, Math.round(l.mais_antigo_ms / 1000)])).toEqual([
    ['loja', 2, 100],
    ['outra', 1, 0],
  ]);
});
