import {
  type Achado,
  type Chave,
  iniciarReconciliacao,
  inserirEventos,
  inserirQuarentena,
  lerHistorico,
  pedirConsultas,
  registrarOrigens,
  tomarLease,
  transacao,
  travarPedidos,
  verificar,
} from '@entrada/db';
import { dobrar, explicar, type Fato, STATUS, type Status } from '@entrada/domain';
import { criarOrigem, regrasDaOrigem } from '@entrada/providers';
import { createLogger, createMetrics } from '@entrada/runtime';
import { type BancoDeTeste, bancoDeTeste } from '@entrada/testing';
import { fc, test } from '@fast-check/vitest';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { criarMetricasDoApply } from '../apply/metricas.ts';
import { papelApply } from '../apply/papel.ts';
import { podar } from './podar.ts';

let banco: BancoDeTeste;
let aplicar: ReturnType<typeof papelApply>;
const logger = createLogger({ nome: 'worker', level: 'silent' });
const CONFIG = {
  nome: 'loja',
  dialeto: 'loja',
  segredos: ['s'],
  versao: 'sequencia',
  apiUrl: null,
  apiToken: null,
  opcoes: {},
} as const;
const config = { ...CONFIG, segredos: ['s'] };
const regras = regrasDaOrigem({ nome: 'loja', dialeto: 'loja', criterio: 'sequencia' }, config)!;

beforeAll(async () => {
  banco = await bancoDeTeste({ max: 8 });
  aplicar = papelApply({
    sql: banco.sql,
    origens: new Map([['loja', criarOrigem(config)]]),
    logger,
    acordar: async () => {},
    metricas: criarMetricasDoApply(createMetrics()),
  });
});
afterAll(() => banco.fechar());
beforeEach(async () => {
  await banco.sql`
    truncate webhook_eventos, pedidos, transicoes, outbox, consultas, quarentena, reconciliacoes, sessoes, leases, origens`;
  await registrarOrigens(banco.sql, [{ nome: 'loja', dialeto: 'loja', criterio: 'sequencia' }]);
});

const TIPOS: Record<Status, string> = {
  criado: 'order.created',
  pago: 'order.paid',
  enviado: 'order.shipped',
  cancelado: 'order.canceled',
  reembolsado: 'order.refunded',
};
type Escrito = [id: string, status: Status, seq: number | null, total?: number | null];

const P = (recurso_id: string): Chave => ({ origem: 'loja', recurso_id });

async function chegar(chave: Chave, ...escritos: Escrito[]): Promise<void> {
  const eventos = escritos.map(([id, status, sequence, total_cents = null]) => {
    const texto = JSON.stringify({ id, type: TIPOS[status], sequence, data: { id: chave.recurso_id, total_cents } });
    return {
      ...chave,
      evento_id: id,
      tipo: TIPOS[status],
      fonte: 'webhook' as const,
      payload: texto,
      corpo: Buffer.from(texto),
      segredo_nome: null,
      resultado: null,
    };
  });
  await inserirEventos(banco.sql, eventos);
}
async function viver(chave: Chave, ...escritos: Escrito[]) {
  await chegar(chave, ...escritos);
  return aplicar(chave);
}

/** Lets the days pass, and the ERP confirm everything. */
async function passar(dias: number): Promise<void> {
  const { sql } = banco;
  await sql`update outbox set tentativas = 1, enviado_em = now() where enviado_em is null and anulado_em is null`;
  await sql`update webhook_eventos set recebido_em = recebido_em - make_interval(days => ${dias}::int),
    aplicado_em = aplicado_em - make_interval(days => ${dias}::int)`;
  await sql`update pedidos set atualizado_em = atualizado_em - make_interval(days => ${dias}::int)`;
}

const deps = () => ({
  sql: banco.sql,
  logger,
  dono: 'eu',
  configuradas: [config],
  retencaoDias: 90,
  continuar: () => true,
});
const eventos = (chave: Chave) =>
  banco.sql`select evento_id, fonte, resultado, status, payload -> 'eventos' as de from webhook_eventos
    where origem = ${chave.origem} and recurso_id = ${chave.recurso_id} order by evento_id`;
const linha = async (chave: Chave) => (await banco.sql`select * from pedidos where id = ${chave.recurso_id}`)[0];

async function divergencias(): Promise<Achado[]> {
  const achados: Achado[] = [];
  const opcoes = { origem: null, regras: new Map([['loja', regras]]), pendenteHaMs: 60_000, consertarPor: null };
  await verificar(banco.sql, opcoes, (a) => achados.push(a));
  return achados;
}

describe('an order that nothing has happened to for longer than the retention', () => {
  it('keeps one event, the base, and everything but its history', async () => {
    await viver(P('p1'), ['a', 'criado', 1, 500], ['b', 'pago', 2], ['i', 'pago', null]);
    await viver(P('novo'), ['c', 'pago', 1]);
    await passar(91);
    await viver(P('novo'), ['d', 'enviado', 2]);
    const antes = await linha(P('p1'));
    const tabelas = async () => [await banco.sql`select * from transicoes`, await banco.sql`select * from outbox`];
    const resto = await tabelas();

    expect(await podar(deps())).toMatchObject({ pedidos: 1, eventos: 3, divergentes: 0 });
    expect(await eventos(P('p1'))).toEqual([
      { evento_id: 'poda:p1', fonte: 'poda', resultado: 'aplicado', status: 'pago', de: 3 },
    ]);
    expect(await eventos(P('novo'))).toHaveLength(2);
    expect(await linha(P('p1'))).toEqual(antes);
    expect(await tabelas()).toEqual(resto);
    expect(await divergencias()).toEqual([]);
    expect(await podar(deps())).toMatchObject({ pedidos: 0, eventos: 0 });
  });

  it('meets late facts with its base, which they cannot regress, and goes on with new ones', async () => {
    await viver(P('p1'), ['a', 'pago', 2, 500], ['b', 'cancelado', 5]);
    await passar(91);
    await podar(deps());
    const antes = await linha(P('p1'));
    const atrasados = await viver(P('p1'), ['c', 'pago', 3], ['b', 'cancelado', 5], ['x', 'reembolsado', 5, 9]);
    expect(atrasados.map((r) => r.resultado)).toEqual(['evento_antigo', 'evento_antigo', 'evento_antigo']);
    expect(await linha(P('p1'))).toMatchObject({ ...antes, atualizado_em: expect.any(Date) });
    expect(await viver(P('p1'), ['d', 'pago', 6])).toEqual([{ evento_id: 'd', resultado: 'regressao_de_terminal' }]);
    await viver(P('p1'), ['e', 'reembolsado', 7]);
    expect(await linha(P('p1'))).toMatchObject({ status: 'reembolsado', total_centavos: 500 });
    expect((await banco.sql`select efeito from outbox order by seq`).map((e) => e.efeito)).toEqual([
      'liberar_separacao',
      'interromper_separacao',
      'notificar_reembolso',
    ]);
    expect(await divergencias()).toEqual([]);
  });

  it('may be pruned again: the base takes over what came since', async () => {
    await viver(P('p1'), ['a', 'criado', 1], ['b', 'pago', 2]);
    await passar(91);
    await podar(deps());
    await viver(P('p1'), ['c', 'enviado', 3, 700], ['l', 'criado', 1]);
    expect(await podar(deps())).toMatchObject({ pedidos: 0 });
    await passar(91);
    expect(await podar(deps())).toMatchObject({ pedidos: 1, eventos: 2 });
    expect(await eventos(P('p1'))).toMatchObject([{ evento_id: 'poda:p1', status: 'enviado', de: 4 }]);
    await viver(P('p1'), ['m', 'cancelado', 2]);
    expect(await linha(P('p1'))).toMatchObject({ status: 'enviado', total_centavos: 700 });
    expect(await divergencias()).toEqual([]);
  });

  it('is explained from its base on', async () => {
    await viver(P('p1'), ['a', 'pago', 2, 500]);
    await passar(91);
    await podar(deps());
    await viver(P('p1'), ['b', 'enviado', 3]);
    const linhas = explicar((await lerHistorico(banco.sql, P('p1')))!, regras);
    expect(linhas).toContain('0. Older facts were removed; they left the order pago, total 500 cents, no e-mail.');
    expect(linhas.join('\n')).not.toMatch(/not facts|WARNING/);
  });
});

describe('nothing is pruned', () => {
  const quieto = async () => {
    await viver(P('p1'), ['a', 'pago', 2]);
    await passar(91);
  };
  const fica = async (porque: Partial<Awaited<ReturnType<typeof podar>>> = {}) => {
    expect(await podar(deps())).toMatchObject({ pedidos: 0, eventos: 0, divergentes: 0, ...porque });
    expect((await eventos(P('p1'))).some((e) => e.fonte === 'poda')).toBe(false);
  };
  it('of an order that is younger', async () => {
    await viver(P('p1'), ['a', 'pago', 2]);
    await passar(89);
    await fica();
  });
  it('where an event waits, or came lately', async () => {
    await quieto();
    await chegar(P('p1'), ['b', 'enviado', 3]);
    await banco.sql`update webhook_eventos set recebido_em = now() - interval '1 year'`;
    await fica();
    await aplicar(P('p1'));
    await fica();
  });
  it('where an effect is not finished', async () => {
    await quieto();
    await banco.sql`update outbox set enviado_em = null`;
    await fica();
  });
  it('where the store is still to be asked', async () => {
    await quieto();
    await transacao(banco.sql, (tx) => pedirConsultas(tx, [{ ...P('p1'), motivo: 'lacuna' }]));
    await fica();
  });
  it('while somebody has the order', async () => {
    await quieto();
    await transacao(banco.sql, async (tx) => {
      await travarPedidos(tx, [P('p1')]);
      await fica();
    });
    expect(await podar(deps())).toMatchObject({ pedidos: 1 });
  });
  it('where the row is not what its facts say: that would make the fault the truth', async () => {
    await quieto();
    await banco.sql`update pedidos set status = 'criado'`;
    await fica({ divergentes: 1 });
  });
  it('of a store whose dialect this version does not know', async () => {
    await quieto();
    await banco.sql`update origens set dialeto = 'sumido'`;
    expect(await podar({ ...deps(), configuradas: [] })).toMatchObject({ pedidos: 0, eventos: 0 });
  });
  it('while another process prunes, when the turn is over, or when the process is to end', async () => {
    await quieto();
    await tomarLease(banco.sql, 'poda', 'outro', 60_000);
    await fica();
    await banco.sql`delete from leases`;
    expect(await podar(deps(), 0)).toMatchObject({ pedidos: 0 });
    expect(await podar({ ...deps(), continuar: () => false })).toMatchObject({ pedidos: 0 });
    expect(await podar(deps())).toMatchObject({ pedidos: 1 });
  });
});

describe('what concerns no order', () => {
  it('goes as well, once it is old', async () => {
    const avulso = {
      recurso_id: null,
      tipo: 'ping',
      fonte: 'webhook',
      payload: '{}',
      corpo: null,
      segredo_nome: null,
    } as const;
    const ids = Array.from({ length: 1_200 }, (_, i) => `t${i}`);
    await inserirEventos(
      banco.sql,
      ids.map((evento_id) => ({ ...avulso, origem: 'loja', evento_id, resultado: 'teste' })),
    );
    await viver(P('nunca'), ['i', 'pago', null]);
    await passar(91);
    await inserirEventos(banco.sql, [{ ...avulso, origem: 'loja', evento_id: 'hoje', resultado: 'teste' }]);
    expect(await podar(deps())).toMatchObject({ pedidos: 1, eventos: 1_201 });
    expect(await banco.sql`select evento_id from webhook_eventos`).toEqual([{ evento_id: 'hoje' }]);
  });

  it('also deliveries in quarantine, old runs but the last one of a store, and sessions that are over', async () => {
    const { sql } = banco;
    const entrega = { origem: 'loja', corpo: Buffer.from('x'), cabecalhos: {}, motivo: 'not JSON', segredo_nome: null };
    for (let i = 0; i < 3; i++) await inserirQuarentena(sql, entrega);
    await sql`update quarentena set recebida_em = now() - interval '91 days' where id <> (select max(id) from quarentena)`;
    for (const origem of ['loja', 'loja', 'outra']) await iniciarReconciliacao(sql, origem, 'd', new Date());
    await sql`update reconciliacoes set iniciada_em = now() - interval '91 days'`;
    await sql`insert into sessoes (id, dados, criada_em, expira_em)
      values (repeat('a', 64), '{}', now() - interval '2 days', now() - interval '1 day')`;
    expect(await podar(deps())).toMatchObject({ quarentena: 2, reconciliacoes: 1 });
    expect(await sql`select count(*) from quarentena`).toEqual([{ count: 1 }]);
    expect(await sql`select origem from reconciliacoes order by 1`).toEqual([{ origem: 'loja' }, { origem: 'outra' }]);
    expect(await sql`select 1 from sessoes`).toEqual([]);
  });
});

const escrito = fc.tuple(fc.constantFrom(...STATUS), fc.integer({ min: 1, max: 8 }), fc.option(fc.nat(99)));
const lote = fc.array(escrito, { minLength: 1, maxLength: 3 });

test.prop(
  { antes: fc.array(lote, { minLength: 1, maxLength: 3 }), depois: fc.array(lote, { maxLength: 3 }) },
  { numRuns: 60 },
)(
  'whatever comes after a pruning, in whatever order: the order is the fold of it over the base',
  async ({ antes, depois }) => {
    await banco.sql`truncate webhook_eventos, pedidos, transicoes, outbox`;
    let n = 0;
    const viverLote = (l: (typeof antes)[number]) =>
      viver(P('p1'), ...l.map(([status, seq, total]): Escrito => [`e${n++}`, status, seq, total]));
    for (const l of antes) await viverLote(l);
    await passar(91);
    expect(await podar(deps())).toMatchObject({ pedidos: 1 });
    const base = (await lerHistorico(banco.sql, P('p1')))!.base;
    n = 100;
    for (const l of depois) await viverLote(l);
    const fatos = depois.flat().map(
      ([status, versao, total], i): Fato => ({
        evento_id: `e${100 + i}`,
        status,
        versao,
        fonte: 'webhook',
        dados: { total_centavos: total, cliente_email: null },
      }),
    );
    const { pedido } = (await lerHistorico(banco.sql, P('p1')))!;
    expect(pedido).toEqual(dobrar(fatos, regras, base).at(-1)?.depois ?? base);
    expect(await divergencias()).toEqual([]);
  },
  120_000,
);
