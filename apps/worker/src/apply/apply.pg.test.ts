import { type Chave, chaveEmTexto, inserirEventos, registrarOrigens, transacao, travarPedidos } from '@entrada/db';
import { dobrar, fatoDaLeitura, type Regras, STATUS, TERMINAIS } from '@entrada/domain';
import { criarOrigem, type Origem } from '@entrada/providers';
import { createLogger, createMetrics } from '@entrada/runtime';
import { type BancoDeTeste, bancoDeTeste } from '@entrada/testing';
import { fc, test } from '@fast-check/vitest';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { criarMetricasDoApply } from './metricas.ts';
import { papelApply } from './papel.ts';

let banco: BancoDeTeste;
let aplicar: ReturnType<typeof papelApply>;

const TIPOS = {
  criado: 'order.created',
  pago: 'order.paid',
  enviado: 'order.shipped',
  cancelado: 'order.canceled',
  reembolsado: 'order.refunded',
} as const;

const origem = (nome: string, versao: 'instante' | 'sequencia' | null): Origem =>
  criarOrigem({ nome, dialeto: 'loja', segredos: ['s'], versao, apiUrl: null, apiToken: null, opcoes: {} });
const ORIGENS = new Map([
  ['loja', origem('loja', 'sequencia')],
  ['relogio', origem('relogio', 'instante')],
  ['aberta', origem('aberta', null)],
]);

function novoAplicador(metrics = createMetrics()) {
  return papelApply({
    sql: banco.sql,
    origens: ORIGENS,
    logger: createLogger({ nome: 'worker', level: 'silent' }),
    acordar: async () => {},
    metricas: criarMetricasDoApply(metrics),
  });
}

beforeAll(async () => {
  banco = await bancoDeTeste({ max: 20 });
  await registrarOrigens(
    banco.sql,
    [...ORIGENS.values()].map((o) => ({ nome: o.nome, dialeto: 'loja', criterio: o.versao })),
  );
  aplicar = novoAplicador();
});
afterAll(() => banco.fechar());
beforeEach(async () => {
  await banco.sql`truncate webhook_eventos, pedidos, transicoes, outbox`;
});

interface Corpo {
  id: string;
  status: keyof typeof TIPOS;
  seq?: number;
  em?: string;
  total?: number | null;
  email?: string | null;
}

const corpoDaLoja = (pedido: string, c: Corpo): string =>
  JSON.stringify({
    id: c.id,
    type: TIPOS[c.status],
    ...(c.seq === undefined ? {} : { sequence: c.seq }),
    occurred_at: c.em ?? '2026-03-01T12:00:00Z',
    data: { id: pedido, total_cents: c.total ?? null, customer_email: c.email ?? null },
  });

async function chegar(chave: Chave, ...corpos: Corpo[]): Promise<void> {
  await chegarCru(
    chave,
    ...corpos.map((c) => ({ id: c.id, texto: corpoDaLoja(chave.recurso_id, c), tipo: TIPOS[c.status] })),
  );
}

async function chegarCru(chave: Chave, ...eventos: { id: string; texto: string; tipo: string }[]): Promise<void> {
  await inserirEventos(
    banco.sql,
    eventos.map((e) => ({
      ...chave,
      evento_id: e.id,
      tipo: e.tipo,
      fonte: 'webhook',
      payload: e.texto,
      corpo: Buffer.from(e.texto),
      segredo_nome: 'teste',
      resultado: null,
    })),
  );
}

const P1: Chave = { origem: 'loja', recurso_id: 'p1' };
const eventos = (chave = P1) =>
  banco.sql`select evento_id, resultado, erro, tentativas, corrigido_por, proxima_tentativa_em > now() as adiado
    from webhook_eventos where origem = ${chave.origem} and recurso_id = ${chave.recurso_id} order by evento_id`;
const pedido = async (chave = P1) =>
  (await banco.sql`select * from pedidos where origem = ${chave.origem} and id = ${chave.recurso_id}`)[0];
const efeitos = (chave = P1) =>
  banco.sql`select efeito, ocorrencia, anulado_em is not null as anulado, corpo from outbox
    where origem = ${chave.origem} and pedido_id = ${chave.recurso_id} order by seq`;
const transicoes = (chave = P1) =>
  banco.sql<{ de: string | null; para: string; evento_id: string; causa: string }[]>`
    select de, para, evento_id, causa from transicoes
    where origem = ${chave.origem} and pedido_id = ${chave.recurso_id} order by seq`;

it('counts what came late, and what is out of the ordinary', async () => {
  const metrics = createMetrics();
  const contando = novoAplicador(metrics);
  for (const [id, status, seq] of [
    ['p', 'pago', 3],
    ['c', 'cancelado', 2],
    ['t', 'pago', 4],
  ] as const) {
    await chegar(P1, { id, status, seq });
    await contando(P1);
  }
  const pagina = await metrics.texto();
  expect(pagina).toContain('entrada_refolds_total{origem="loja"} 1\n');
  expect(pagina).toContain('entrada_anomalies_total{origem="loja",tipo="correcao"} 1\n');
  expect(pagina).toContain('entrada_anomalies_total{origem="loja",tipo="regressao_de_terminal"} 2\n');
});

describe('the textbook story', () => {
  it('canceled arrives, then the late paid: cancelled, and nothing is released', async () => {
    await chegar(P1, { id: 'c', status: 'cancelado', seq: 2 });
    await aplicar(P1);
    await chegar(P1, { id: 'p', status: 'pago', seq: 3 });
    expect(await aplicar(P1)).toEqual([{ evento_id: 'p', resultado: 'regressao_de_terminal' }]);
    expect(await pedido()).toMatchObject({ status: 'cancelado' });
    expect(await efeitos()).toEqual([]);
  });
  it('the other way round: cancelled, released and then interrupted, the payment corrected', async () => {
    await chegar(P1, { id: 'p', status: 'pago', seq: 3, total: 100 });
    await aplicar(P1);
    await banco.sql`update outbox set tentativas = 1`; // the ERP may have seen it
    await chegar(P1, { id: 'c', status: 'cancelado', seq: 2 });
    await aplicar(P1);
    expect(await pedido()).toMatchObject({ status: 'cancelado', total_centavos: 100 });
    expect(await efeitos()).toMatchObject([
      { efeito: 'liberar_separacao', anulado: false },
      { efeito: 'interromper_separacao', anulado: false },
    ]);
    expect(await transicoes()).toEqual([
      { de: null, para: 'pago', evento_id: 'p', causa: 'fato' },
      { de: 'pago', para: 'cancelado', evento_id: 'c', causa: 'fato_atrasado' },
    ]);
    expect(await eventos()).toMatchObject([
      { evento_id: 'c', resultado: 'aplicado' },
      { evento_id: 'p', resultado: 'regressao_de_terminal', corrigido_por: 'c' },
    ]);
  });
  it('a pair of which nothing was sent is closed without being sent', async () => {
    await chegar(P1, { id: 'p', status: 'pago', seq: 1 }, { id: 'c', status: 'cancelado', seq: 2 });
    await aplicar(P1);
    expect((await efeitos()).map((e) => e.anulado)).toEqual([true, true]);
  });
  it('the body of an effect is the order as it was then', async () => {
    await chegar(
      P1,
      { id: 'p', status: 'pago', seq: 1, total: 500, email: 'a@b.c' },
      { id: 'e', status: 'enviado', seq: 2, total: 900 },
    );
    await aplicar(P1);
    const [liberar] = await efeitos();
    expect(liberar?.corpo).toMatchObject({
      origem: 'loja',
      pedido_id: 'p1',
      efeito: 'liberar_separacao',
      ocorrencia: 1,
      criado_em: expect.any(String),
      pedido: { id: 'p1', status: 'pago', total_centavos: 500, cliente_email: 'a@b.c', versao_origem: 1 },
    });
  });
});

describe('events that cannot be a fact', () => {
  it.each([
    [
      'an impossible instant',
      '{"id":"x","type":"order.paid","sequence":1,"occurred_at":"2026-02-30T12:00:00Z","data":{"id":"p1"}}',
    ],
    [
      'an instant 25 h ahead',
      `{"id":"x","type":"order.paid","sequence":1,"occurred_at":"${new Date(Date.now() + 25 * 3_600_000).toISOString()}","data":{"id":"p1"}}`,
    ],
    [
      'no sequence where the store is ordered by it',
      '{"id":"x","type":"order.paid","occurred_at":"2026-03-01T12:00:00Z","data":{"id":"p1"}}',
    ],
  ])('%s: closed as invalido with the reason, and the others of its order apply', async (_, texto) => {
    await chegarCru(P1, { id: 'x', texto, tipo: 'order.paid' });
    await chegar(P1, { id: 'a', status: 'pago', seq: 1 });
    await aplicar(P1);
    expect(await eventos()).toMatchObject([
      { evento_id: 'a', resultado: 'aplicado' },
      { evento_id: 'x', resultado: 'invalido', erro: expect.stringMatching(/.{10,}/) },
    ]);
  });
  it('an ignored type of a known order is closed, and no order appears', async () => {
    await chegarCru(P1, { id: 'x', texto: '{"id":"x","type":"order.noted","data":{"id":"p1"}}', tipo: 'order.noted' });
    await aplicar(P1);
    expect(await eventos()).toMatchObject([{ resultado: 'tipo_ignorado' }]);
    expect(await pedido()).toBeUndefined();
  });
});

describe('a store without a configured criterion', () => {
  it('gets it from its first event, for good and for every process', async () => {
    const chave = { origem: 'aberta', recurso_id: 'p1' };
    await chegar(chave, { id: 'a', status: 'pago', seq: 5 });
    await aplicar(chave);
    expect(await banco.sql`select criterio from origens where nome = 'aberta'`).toEqual([{ criterio: 'sequencia' }]);
    await chegar(chave, { id: 'b', status: 'enviado' });
    expect(await novoAplicador()(chave)).toEqual([{ evento_id: 'b', resultado: 'invalido' }]);
  });
});

describe('a failing apply', () => {
  it('leaves nothing half written, counts, backs off, and succeeds once the cause is gone', async () => {
    await banco.sql.unsafe(`create function falhar() returns trigger language plpgsql as
      $$ begin raise exception 'outbox is broken'; end $$;
      create trigger falhar before insert on outbox for each row execute function falhar()`);
    await chegar(P1, { id: 'c', status: 'criado', seq: 1 }, { id: 'p', status: 'pago', seq: 2 });
    await expect(aplicar(P1)).rejects.toThrow('outbox is broken');
    expect(await pedido()).toBeUndefined();
    expect(await transicoes()).toEqual([]);
    expect(await eventos()).toMatchObject([
      {
        evento_id: 'c',
        resultado: null,
        tentativas: 1,
        adiado: true,
        erro: expect.stringContaining('outbox is broken'),
      },
      { evento_id: 'p', resultado: null, tentativas: 1, adiado: true },
    ]);
    await banco.sql.unsafe('drop trigger falhar on outbox; drop function falhar()');
    await chegar(P1, { id: 'e', status: 'enviado', seq: 3 });
    expect(await aplicar(P1)).toHaveLength(3);
    expect(await pedido()).toMatchObject({ status: 'enviado' });
  });
  it('in a batch takes down nobody else', async () => {
    await banco.sql.unsafe(`create function falhar() returns trigger language plpgsql as
      $$ begin if new.id = 'mau' then raise exception 'not this one'; end if; return new; end $$;
      create trigger falhar before insert on pedidos for each row execute function falhar()`);
    const ids = ['a', 'b', 'mau', 'c', 'd', 'e'];
    for (const id of ids) await chegar({ origem: 'loja', recurso_id: id }, { id, status: 'pago', seq: 1 });
    const fins = await Promise.allSettled(ids.map((recurso_id) => aplicar({ origem: 'loja', recurso_id })));
    await banco.sql.unsafe('drop trigger falhar on pedidos; drop function falhar()');
    expect(fins.map((f) => f.status === 'fulfilled')).toEqual(ids.map((id) => id !== 'mau'));
    expect(await banco.sql`select count(*) from pedidos`).toEqual([{ count: 5 }]);
  });
});

describe('real concurrency', () => {
  it('two jobs of one order forced together are kept apart by the lock', async () => {
    // A pause between reading and writing, long enough for the other one to read as well.
    await banco.sql.unsafe(`create function esperar() returns trigger language plpgsql as
      $$ begin perform pg_sleep(0.2); return new; end $$;
      create trigger esperar before insert or update on pedidos for each statement execute function esperar()`);
    const a = novoAplicador();
    const b = novoAplicador();
    await chegar(P1, { id: 'c', status: 'criado', seq: 1 }, { id: 'p', status: 'pago', seq: 2 });
    const feitos = await Promise.all([
      a(P1),
      b(P1),
      chegar(P1, { id: 'x', status: 'cancelado', seq: 3 }).then(() => b(P1)),
    ]);
    await banco.sql.unsafe('drop trigger esperar on pedidos; drop function esperar()');
    expect(
      feitos
        .flat()
        .map((r) => r.evento_id)
        .sort(),
    ).toEqual(['c', 'p', 'x']);
    expect((await transicoes()).map((t) => t.para)).toEqual(['criado', 'pago', 'cancelado']);
    expect(await efeitos()).toHaveLength(2);
  });
  it('a batch leaves an order that is busy elsewhere to run alone, and the rest does not wait for it', async () => {
    const chaves = Array.from({ length: 8 }, (_, i): Chave => ({ origem: 'loja', recurso_id: `o${i}` }));
    for (const c of chaves) await chegar(c, { id: `e${c.recurso_id}`, status: 'pago', seq: 1 });
    let soltar = () => {};
    const presa = new Promise<void>((r) => (soltar = r));
    let tomada = () => {};
    const travada = new Promise<void>((r) => (tomada = r));
    const dona = transacao(banco.sql, async (tx) => {
      await travarPedidos(tx, [chaves[5]!]);
      tomada();
      await presa;
    });
    await travada;
    const prontos = new Set<string>();
    const todos = chaves.map((c) => aplicar(c).then(() => prontos.add(chaveEmTexto(c))));
    await expect.poll(() => prontos.size).toBe(7);
    soltar();
    await Promise.all([dona, ...todos]);
    expect(prontos.size).toBe(8);
  });
  it('more pending events than a page holds are applied page by page', async () => {
    const muitos = Array.from(
      { length: 4_500 },
      (_, i): Corpo => ({ id: `e${i}`, status: 'criado', seq: i + 1, total: i }),
    );
    for (let i = 0; i < muitos.length; i += 500) await chegar(P1, ...muitos.slice(i, i + 500));
    expect(await aplicar(P1)).toHaveLength(4_500);
    expect(await pedido()).toMatchObject({ total_centavos: 4_499, versao_origem: 4_500 });
  });
});

describe('the order is the fold, through the tables', () => {
  const fato = fc.record({
    status: fc.constantFrom(...STATUS),
    momento: fc.integer({ min: 1, max: 5 }),
    total: fc.option(fc.nat(99)),
    email: fc.option(fc.constantFrom('a@x', 'b@x')),
  });
  const cenario = {
    fatos: fc.array(fato, { minLength: 1, maxLength: 8 }),
    cortes: fc.array(fc.integer({ min: 1, max: 3 }), { minLength: 8, maxLength: 8 }),
    nome: fc.constantFrom('loja', 'relogio'),
  };
  let n = 0;
  test.prop(cenario, { numRuns: 150 })(
    'whatever the arrival and the batches',
    async ({ fatos, cortes, nome }) => {
      const chave = { origem: nome, recurso_id: `q${n++}` };
      const corpos = fatos.map(
        (f, i): Corpo => ({
          id: `${chave.recurso_id}-${i}`,
          status: f.status,
          seq: f.momento,
          em: `2026-03-01T12:00:0${f.momento}Z`,
          total: f.total,
          email: f.email,
        }),
      );
      for (let i = 0, k = 0; i < corpos.length; i += cortes[k++]!) {
        await chegar(chave, ...corpos.slice(i, i + cortes[k]!));
        await aplicar(chave);
      }
      const regras: Regras = {
        criterio: nome === 'loja' ? 'sequencia' : 'instante',
        saidas: TERMINAIS,
        apiVence: false,
      };
      const esperado = dobrar(
        corpos.map((c) => {
          const leitura = {
            status: c.status,
            occurredAt: Date.parse(c.em!),
            sequence: c.seq!,
            dados: { total_centavos: c.total!, cliente_email: c.email! },
          };
          const feito = fatoDaLeitura(
            leitura,
            { evento_id: c.id, fonte: 'webhook', recebidoEm: Date.now() },
            regras.criterio,
          );
          if ('invalido' in feito) throw new Error(feito.invalido);
          return feito.fato;
        }),
        regras,
      );
      const { status, versao_origem, versao_maxima, foi_enviado, campos } = esperado.at(-1)!.depois;
      expect(await pedido(chave)).toMatchObject({
        status,
        versao_origem,
        versao_maxima,
        foi_enviado,
        total_centavos: campos.total_centavos?.valor ?? null,
        cliente_email: campos.cliente_email?.valor ?? null,
      });
      const guardados = await eventos(chave);
      expect(Object.fromEntries(guardados.map((e) => [e.evento_id, e.resultado]))).toEqual(
        Object.fromEntries(esperado.map((p) => [p.fato.evento_id, p.resultado])),
      );
      const cadeia = await transicoes(chave);
      expect(cadeia.map((t) => t.de)).toEqual([null, ...cadeia.slice(0, -1).map((t) => t.para)]);
      expect(cadeia.at(-1)?.para).toBe(status);
    },
    120_000,
  );
});
