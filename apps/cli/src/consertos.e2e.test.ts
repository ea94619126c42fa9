import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { entrada, type Lugar } from './entrada.suite.ts';
import { comando, evento, type LojaComApi, ORIGENS, subirLojaComApi } from './loja-com-api.suite.ts';

const PEDIDOS_DA_LOJA = [
  { id: 'api-1', status: 'paid', updated_at: '2026-03-01T12:00:00Z', total_cents: 900 },
  { id: 'api-2', status: 'shipped', updated_at: '2026-03-02T12:00:00Z' },
  { id: 'api-3', status: 'vanished', updated_at: '2026-03-02T12:00:00Z' },
];

let sistema: LojaComApi;
let lugar: Lugar;
let sql: LojaComApi['sql'];
beforeAll(async () => {
  sistema = await subirLojaComApi(PEDIDOS_DA_LOJA);
  lugar = sistema.lugar;
  sql = sistema.sql;
});
afterAll(() => sistema?.parar());

const enviar = (corpo: string) => sistema.enviar(corpo);
const semPendentes = () => sistema.semPendentes();
const linhas = (saida: string): unknown[] =>
  saida
    .trim()
    .split('\n')
    .map((l) => JSON.parse(l));

describe('entrada verify', () => {
  it('says that all is well, finds what a hand has done, and makes it anew', async () => {
    await enviar(evento('v1', 'order.paid', 'v'));
    await semPendentes();
    expect(await comando(lugar, ['verify'])).toEqual({ code: 0, saida: 'All is well: 1 order.\n' });
    await sql`update pedidos set status = 'criado' where id = 'v'`;
    const { code, saida } = await comando(lugar, ['verify']);
    expect(saida).toBe(
      'loja/v  linha_divergente: status not as its facts say (criado, its facts come to pago)\nWRONG: 1 of 1 order.\n',
    );
    expect(code).toBe(1);
    const json = await comando(lugar, ['verify', '--json', '--origem', 'loja']);
    expect(linhas(json.saida)).toMatchObject([
      { recurso_id: 'v', divergencias: [{ tipo: 'linha_divergente' }] },
      { resumo: { pedidos: 1, divergentes: 1 } },
    ]);
    const feito = await comando(lugar, ['verify', '--fix']);
    expect(feito.saida).toContain('loja/v  mended linha_divergente');
    expect(feito.saida).toContain('All is well: 1 order. 1 made anew from their facts.');
    expect(feito.code).toBe(0);
    expect(await sql`select status from pedidos where id = 'v'`).toEqual([{ status: 'pago' }]);
  });
});

describe('entrada replay', () => {
  it('says what it would do, and does that', async () => {
    await enviar(evento('r1', 'order.created', 'r', '2026-03-01T12:00:00Z', 500));
    await enviar(evento('r2', 'order.paid', 'r', 'ontem'));
    await semPendentes();
    // Instead of a mended dialect: an event that the dialect can read.
    await sql`update webhook_eventos set payload = payload || '{"occurred_at": "2026-03-01T13:00:00Z"}' where evento_id = 'r2'`;
    const filtro = ['--origem', 'loja', '--resultado', 'invalido', '--desde', '2026-01-01'];
    const previsto = await comando(lugar, ['replay', ...filtro, '--dry-run', '--json'], ORIGENS);
    expect(await sql`select status from pedidos where id = 'r'`).toEqual([{ status: 'criado' }]);
    const feito = await comando(lugar, ['replay', ...filtro, '--json'], ORIGENS);
    expect(feito).toEqual(previsto);
    expect(linhas(feito.saida)).toMatchObject([
      { recurso_id: 'r', antes: { status: 'criado' }, depois: { status: 'pago', total_centavos: 500 } },
      { resumo: { pedidos: 1, mudados: 1, efeitos: 1 } },
    ]);
    const nada = await comando(lugar, ['replay', '--origem', 'loja', '--pedido', 'r'], ORIGENS);
    expect(nada.saida).toBe('1 order read, 0 changed, 0 effects born.\n');
    expect((await comando(lugar, ['verify'])).code).toBe(0);
  });

  it('refuses what is not clear', async () => {
    for (const [argumentos, motivo] of [
      [['replay'], 'Say which events'],
      [['replay', '--pedido', 'r'], '--pedido needs --origem'],
      [['replay', '--resultado', 'perdido'], 'Allowed choices are'],
      [['replay', '--desde', 'ontem'], 'It must be a moment such as'],
      [['replay', '--quarentena', '--tipo', 'x'], 'What is in quarantine has no'],
    ] as const) {
      const { code, saida } = await entrada(lugar, argumentos);
      expect(saida).toContain(motivo);
      expect(code).toBe(1);
    }
  });
});

describe('entrada quarentena', () => {
  it('lists, shows and takes up again; what is still no event stays, until somebody throws it away', async () => {
    expect((await comando(lugar, ['quarentena', 'list'])).saida).toBe('Nothing in quarantine.\n');
    await enviar('{"type":"order.paid","data":{"id":"q"}}');
    await enviar('no JSON');
    const [{ id }] = await sql<[{ id: number }]>`select min(id) as id from quarentena`;
    const lista = (await comando(lugar, ['quarentena', 'list', '--origem', 'loja'])).saida;
    expect(lista).toMatch(/the body is not JSON\n.*id is missing\n$/);
    const visto = (await comando(lugar, ['quarentena', 'show', `${id}`, '--bytes', '16'])).saida;
    expect(visto).toContain('00000000  7b 22 74 79 70 65 22 3a 22 6f 72 64 65 72 2e 70  {"type":"order.p');
    expect(visto).toContain('... and 23 bytes more');

    await sql`update quarentena set corpo = convert_to(${evento('q1', 'order.paid', 'q')}, 'UTF8') where id = ${id}`;
    const previsto = (await comando(lugar, ['replay', '--quarentena', '--dry-run'], ORIGENS)).saida;
    expect(previsto).toContain('1 would become events, 0 would be closed, 1 delivery left in quarantine.');
    expect(previsto).toContain('effect liberar_separacao (occurrence 1)');
    const feito = (await comando(lugar, ['replay', '--quarentena'], ORIGENS)).saida;
    expect(feito).toContain('1 became events, 0 closed, 1 delivery left in quarantine.');
    await semPendentes();
    expect(await sql`select status from pedidos where id = 'q'`).toEqual([{ status: 'pago' }]);

    const resto = (await comando(lugar, ['quarentena', 'list', '--json'])).saida;
    const [outra] = JSON.parse(resto);
    expect((await comando(lugar, ['quarentena', 'drop', `${outra.id}`])).saida).toBe(`Delivery ${outra.id} is gone.\n`);
    for (const acao of ['show', 'drop'])
      expect(await comando(lugar, ['quarentena', acao, `${outra.id}`])).toEqual({
        code: 1,
        saida: `There is no delivery ${outra.id} in quarantine.\n`,
      });
  });
});

describe('entrada reconcile', () => {
  it('has a worker read what changed, and shows how that went', async () => {
    const { code, saida } = await comando(lugar, ['reconcile', 'loja', '--desde', '2026-02-01']);
    expect(saida).toMatch(/Reading all that changed since 2026-01-31T23:58:00\.000Z/);
    expect(saida).toContain('3 orders on 1 page: 2 new readings, 2 missed webhooks, 1 unreadable.');
    expect(code).toBe(0);
    await semPendentes();
    expect(await sql`select id, status from pedidos where id like 'api-%' order by id`).toEqual([
      { id: 'api-1', status: 'pago' },
      { id: 'api-2', status: 'enviado' },
    ]);
    const denovo = await comando(lugar, ['reconcile', 'loja']);
    expect(denovo.saida).toContain('0 new readings');
    expect(denovo.code).toBe(0);
  });

  it('says what stopped it, and what is missing', async () => {
    sistema.loja.fora = true;
    const { code, saida } = await comando(lugar, ['reconcile', 'loja']);
    sistema.loja.fora = false;
    expect(saida).toMatch(/It stopped: .*500/);
    expect(code).toBe(1);
    expect((await comando(lugar, ['reconcile', 'muda'], ORIGENS)).saida).toContain('muda has no API');
    expect((await comando(lugar, ['reconcile', 'muda'])).saida).toContain('No worker has begun within 20 s');
    expect((await comando(lugar, ['reconcile', 'nenhuma'])).saida).toContain('No store named nenhuma');
  }, 120_000);
});

describe('entrada consultar', () => {
  it('asks the store for one order and shows the answer, and what became of it', async () => {
    const { code, saida } = await comando(lugar, ['consultar', 'loja', 'api-1']);
    expect(saida).toContain('"total_centavos": 900');
    expect(saida).toMatch(/event api:api-1:\S+: aplicado/);
    expect(saida).toContain('The order is pago, total_centavos 900, cliente_email unknown.');
    expect(code).toBe(0);
  });
  it('says that the store knows no such order, or why it does not answer', async () => {
    expect(await comando(lugar, ['consultar', 'loja', 'ninguem'])).toEqual({
      code: 0,
      saida: 'The store knows no such order.\n',
    });
    sistema.loja.fora = true;
    const { code, saida } = await comando(lugar, ['consultar', 'loja', 'outro']);
    sistema.loja.fora = false;
    expect(saida).toMatch(/500.*It is asked again at 2/);
    expect(code).toBe(1);
  });
});

describe('entrada efeito', () => {
  it('sends a failed effect again, or settles it', async () => {
    await enviar(evento('f1', 'order.paid', 'f'));
    await semPendentes();
    await sql`update outbox set falhou_em = now(), ultimo_erro = 'HTTP 422', proxima_tentativa_em = null, reserva = null,
        reservado_ate = null where pedido_id = 'f'`;
    const alvo = ['loja', 'f', 'liberar_separacao'];
    expect(await comando(lugar, ['efeito', 'resend', ...alvo])).toEqual({
      code: 0,
      saida: 'The publisher takes it up again.\n',
    });
    expect((await entrada(lugar, ['efeito', 'resend', ...alvo])).saida).toContain('It has not failed.');
    await sql`update outbox set falhou_em = now(), ultimo_erro = 'HTTP 422', proxima_tentativa_em = null, reserva = null,
        reservado_ate = null where pedido_id = 'f'`;
    expect((await comando(lugar, ['efeito', 'drop', ...alvo])).saida).toContain('will not be sent');
    expect((await entrada(lugar, ['efeito', 'drop', ...alvo])).code).toBe(1);
    const acoes = await sql`select acao from auditoria where pedido_id = 'f' order by seq`;
    expect(acoes.map((a) => a.acao)).toEqual(['reenviar', 'descartar_efeito']);
  });
});

describe('entrada papel', () => {
  it('pauses a role in the whole fleet, and what waits is applied afterwards', async () => {
    expect((await comando(lugar, ['papel', 'pause', 'apply'])).saida).toBe('apply is paused.\n');
    await enviar(evento('g1', 'order.paid', 'g'));
    expect((await comando(lugar, ['papel', 'list'])).saida).toMatch(/apply +paused/);
    expect(await sql`select from pedidos where id = 'g'`).toHaveLength(0);
    expect((await comando(lugar, ['papel', 'resume', 'apply'])).saida).toBe('apply is working.\n');
    await semPendentes();
    expect(await sql`select from pedidos where id = 'g'`).toHaveLength(1);
  });
});
