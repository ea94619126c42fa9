import { conectar } from '@entrada/db';
import { lerSistemaLocal } from '@entrada/runtime';
import { waitUntil } from '@entrada/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { criarLugar, entrada, enviar, type Lugar, subirEntrada } from './entrada.suite.ts';

let lugar: Lugar;
let sql: ReturnType<typeof conectar>;
let parar: () => Promise<unknown>;
beforeAll(async () => {
  lugar = await criarLugar();
  const processo = await subirEntrada(lugar, { LOG_LEVEL: 'warn' });
  parar = () => {
    processo.matar('SIGINT');
    return processo.terminou;
  };
  sql = conectar((await lerSistemaLocal(lugar.pasta))?.database_url ?? '', { max: 2 });
});
afterAll(async () => {
  await sql?.end();
  await parar?.();
  await lugar?.apagar();
});

const semPendentes = () =>
  waitUntil(async () => {
    const [linha] = await sql<{ n: number }[]>`select count(*) as n from webhook_eventos where aplicado_em is null`;
    return linha?.n === 0;
  });

describe('entrada simulate', () => {
  it('finds what runs, and every order is as the store says', async () => {
    const { code, saida } = await entrada(lugar, ['simulate', '--pedidos', '150', '--semente', 'e2e']);
    expect(saida).toContain('All 150 orders are as the store says.');
    expect(saida).toMatch(/seed +e2e\n/);
    expect(code).toBe(0);
  });

  it('delivers the same again for the same seed: everything is a duplicate and nothing changes', async () => {
    const { code, saida } = await entrada(lugar, ['simulate', '--pedidos', '150', '--semente', 'e2e', '--json']);
    const resumo = JSON.parse(saida);
    expect(resumo).toMatchObject({ certo: true, pedidos: 150, pendentes: 0, diferencas: [], desistencias: [] });
    expect(resumo.resultados).toEqual({ duplicado: resumo.entregas });
    expect(code).toBe(0);
  });

  it('names what is wrong, and ends with status 1', async () => {
    await sql`update pedidos set total_centavos = total_centavos + 1 where id = 'sim-e2e-7' returning id`;
    await sql`update pedidos set cliente_email = 'x' where id = 'sim-e2e-9' and cliente_email is not null`;
    const { code, saida } = await entrada(lugar, ['simulate', '--pedidos', '10', '--semente', 'e2e']);
    expect(saida).toMatch(/sim-e2e-\d \(.*\): (total_centavos|cliente_email) should be .*, is /);
    expect(saida).toMatch(/^WRONG: [12] of 10 orders differ, 0 events pending, 0 events not stored\.$/m);
    expect(code).toBe(1);
  });

  it('has options of its own and refuses what it does not know', async () => {
    expect((await entrada(lugar, ['simulate', '--help'])).saida).toContain('--duplicatas');
    const { code, saida } = await entrada(lugar, ['simulate', '--pedido', '3']);
    expect(saida).toContain("unknown option '--pedido'");
    expect(code).toBe(1);
  });
});

describe('entrada origens test', () => {
  it('walks through the five steps against the running receiver, and touches no order', async () => {
    const contar = () => sql<{ n: number }[]>`select count(*) as n from webhook_eventos where recurso_id is not null`;
    const [antes] = await contar();
    const { code, saida } = await entrada(lugar, ['origens', 'test', 'loja']);
    expect(saida.match(/^\d\. .*: (ok|note)$/gm)).toHaveLength(5);
    expect(saida).toMatch(/attempt 1: 503.*\n +attempt 2: 200 .*"duplicado"/);
    expect(saida).toMatch(/attempt 3 \(retry\): 200 .*"duplicado"/);
    expect(saida).toContain('cloudflared tunnel --url http://127.0.0.1:');
    expect(code).toBe(0);
    expect((await contar())[0]).toEqual(antes);
  });

  it('says which variables an origem lacks', async () => {
    const { code, saida } = await entrada(lugar, ['origens', 'test', 'outra']);
    expect(saida).toContain('set ORIGEM_OUTRA_DIALETO and ORIGEM_OUTRA_SEGREDOS as for the receiver');
    expect(code).toBe(1);
  });
});

describe('entrada pedido, explain, reprocess', () => {
  it('tell the story of a late payment', async () => {
    await enviar(lugar, 't-1', 'order.created', 'tarde', { occurred_at: '2025-05-05T10:00:00Z' });
    await semPendentes();
    await enviar(lugar, 't-3', 'order.paid', 'tarde', { occurred_at: '2025-05-05T12:00:00Z' });
    await semPendentes();
    await enviar(lugar, 't-2', 'order.canceled', 'tarde', { occurred_at: '2025-05-05T11:00:00Z' });
    await semPendentes();

    const { saida } = await entrada(lugar, ['explain', 'loja', 'tarde']);
    for (const linha of [
      'Order loja/tarde: cancelado, no total, no e-mail.',
      '2. 2025-05-05T11:00:00.000Z cancelado: webhook event t-2',
      '   For the ERP: interromper_separacao',
      '   Decision: not applied (regressao_de_terminal). cancelado is closed: only reembolsado may follow.',
      '   It was judged otherwise at first; event t-2 arrived later and changed what it meant.',
      'pago -> cancelado, because of event t-2, a late fact that changed what was believed',
    ])
      expect(saida).toContain(linha);

    const lido = JSON.parse((await entrada(lugar, ['pedido', 'loja', 'tarde', '--json'])).saida);
    expect(Object.keys(lido)).toEqual(['pedido', 'marcas', 'eventos', 'transicoes', 'efeitos']);
    expect(lido.transicoes.map((t: { para: string }) => t.para)).toEqual(['criado', 'pago', 'cancelado']);
    const texto = (await entrada(lugar, ['pedido', 'loja', 'tarde'])).saida;
    expect(texto).toMatch(/tarde +cancelado/);
    expect(texto).toMatch(/t-3 +order\.paid .* regressao_de_terminal +pago/);
  });

  it('take an event up again that was closed as invalido, and find no work where there is none', async () => {
    await enviar(lugar, 'i-1', 'order.paid', 'torto', { occurred_at: '2025-02-30T10:00:00Z' });
    await semPendentes();
    const lerEvento = async () =>
      (
        await sql<{ resultado: string; em: Date }[]>`
        select resultado, aplicado_em as em from webhook_eventos where evento_id = 'i-1' and resultado is not null`
      )[0];
    const antes = await lerEvento();
    expect(antes?.resultado).toBe('invalido');
    expect((await entrada(lugar, ['explain', 'loja', 'torto'])).saida).toMatch(/order\.paid event i-1.*: invalido: /);

    const { code, saida } = await entrada(lugar, ['reprocess', 'loja', 'torto']);
    expect(saida.trim()).toBe('1 event taken up again; the worker applies them now.');
    expect(code).toBe(0);
    await waitUntil(async () => {
      const depois = await lerEvento();
      return depois !== undefined && depois.em > (antes?.em ?? depois.em);
    });
    expect((await entrada(lugar, ['reprocess', 'loja', 'tarde'])).saida).toContain('Nothing to take up again');
  });

  it('say that an order was never heard of', async () => {
    for (const comando of ['pedido', 'explain', 'reprocess']) {
      const { code, saida } = await entrada(lugar, [comando, 'loja', 'ninguem']);
      expect(saida).toBe('Nothing was ever heard of order ninguem of loja.\n');
      expect(code).toBe(1);
    }
  });
});

describe('where nothing runs', () => {
  it.each([['pedido', 'loja', '1'], ['explain', 'loja', '1'], ['reprocess', 'loja', '1'], ['migrate'], ['simulate']])(
    '%s says what to do',
    async (...comando) => {
      const nada = await criarLugar();
      const { code, saida } = await entrada(nada, comando);
      expect(saida).toMatch(/^Nothing runs here\. Start it with .* or set DATABASE_URL\.$/m);
      expect(code).toBe(1);
      await nada.apagar();
    },
  );
});

it('migrate finds nothing to do where everything is up to date', async () => {
  expect(await entrada(lugar, ['migrate'])).toEqual({ code: 0, saida: 'Nothing to do.\n' });
});

it('a mistyped command is answered with the one that was meant', async () => {
  const { code, saida } = await entrada(lugar, ['pedidos', 'loja', '1']);
  expect(saida).toContain('Did you mean pedido?');
  expect(code).toBe(1);
});
