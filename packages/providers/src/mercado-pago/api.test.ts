import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { abrirLojaDupla, com, type LojaDupla } from '../api/loja-dupla.suite.ts';
import { criarApiDoMercadoPago } from './api.ts';
import { type ContaDupla, contaDupla } from './conta-dupla.suite.ts';

let porta: LojaDupla;
let conta: ContaDupla;
beforeAll(async () => {
  porta = await abrirLojaDupla();
});
afterAll(() => porta.fechar());
beforeEach(() => {
  conta = contaDupla(porta.apiToken);
  porta.responder(conta.responder);
});
const api = (apiToken = porta.apiToken) => criarApiDoMercadoPago({ apiUrl: porta.apiUrl, apiToken }, { esperaMs: 1 });

const MEIO_DIA = Date.UTC(2026, 2, 1, 12);
const instante = (ms: number) => new Date(MEIO_DIA + ms - 4 * 3_600_000).toISOString().replace('Z', '-04:00');
const pagar = (id: number, mudanca: object = {}, ms = 0) =>
  conta.pagamentos.set(id, {
    id,
    external_reference: 'pedido-1',
    status: 'approved',
    status_detail: 'accredited',
    date_last_updated: instante(ms),
    currency_id: 'BRL',
    transaction_amount: 12.34,
    transaction_amount_refunded: 0,
    payer: { email: 'ana@example.com' },
    refunds: [],
    ...mudanca,
  });
const ler = async (recurso: string) => {
  const lido = await api().lerPedido(recurso);
  return lido.tipo === 'lido' ? lido.pedido : lido;
};

describe('a payment', () => {
  it('is read as the order that it is for, by the shop’s own reference', async () => {
    pagar(9001, {}, 5);
    expect(await ler('payment:9001')).toEqual({
      recurso_id: 'pedido-1',
      leitura: {
        status: 'pago',
        occurredAt: MEIO_DIA + 5,
        sequence: null,
        dados: { total_centavos: 1234, cliente_email: 'ana@example.com' },
        marcas: { reembolsos: [], disputas: [{ id: 'payment:9001', aberta: false }] },
      },
    });
  });
  it('without a reference is an order by itself', async () => {
    pagar(9001, { external_reference: null });
    expect(await ler('payment:9001')).toMatchObject({ recurso_id: 'payment:9001', leitura: { status: 'pago' } });
  });
  it('that is read by itself counts before what the search knows', async () => {
    pagar(9001);
    conta.atrasados.add(9001);
    expect(await ler('payment:9001')).toMatchObject({ recurso_id: 'pedido-1', leitura: { status: 'pago' } });
  });
  it('that does not exist, such as the one of a simulated notification, ends there', async () => {
    expect(await ler('payment:123456')).toEqual({ tipo: 'inexistente' });
    expect(await ler('pedido-9')).toEqual({ tipo: 'inexistente' });
  });
  it.each([
    ['a malformed instant', { date_last_updated: '2022-07-23T23:03:5704:00' }],
    ['a word of tomorrow', { status: 'teleported' }],
    ['an amount finer than a cent', { transaction_amount: 1.005 }],
    ['refunds that are no list', { refunds: 7 }],
  ])('with %s says nothing that can be used', async (_, mudanca) => {
    pagar(9001, mudanca);
    expect(await ler('payment:9001')).toMatchObject({ tipo: 'falha', transitoria: false });
  });
  it('is asked for again where the store says slow down, and not where it refuses the token', async () => {
    pagar(9001);
    conta.apressados = 2;
    expect(await ler('payment:9001')).toMatchObject({ recurso_id: 'pedido-1' });
    expect(await api('errado').lerPedido('payment:9001')).toMatchObject({ tipo: 'falha', transitoria: false });
  });
});

describe('an order of several payments', () => {
  const estados = async (...status: (string | object)[]) => {
    conta.pagamentos.clear();
    for (const [i, s] of status.entries()) pagar(9001 + i, typeof s === 'string' ? { status: s } : s, i);
    const lido = await ler('pedido-1');
    return 'leitura' in lido ? lido.leitura.status : lido;
  };
  it.each([
    [['pending'], 'criado'],
    [['rejected'], 'criado'],
    [['authorized'], 'criado'],
    [['approved', 'rejected'], 'pago'],
    [['rejected', 'approved'], 'pago'],
    [['cancelled', 'approved'], 'pago'],
    [['approved', 'cancelled'], 'pago'],
    [['cancelled', 'pending'], 'criado'],
    [['cancelled', 'cancelled'], 'cancelado'],
    [['refunded'], 'reembolsado'],
    [['refunded', 'pending'], 'reembolsado'],
    [['refunded', 'approved'], 'pago'],
    [['in_mediation'], 'pago'],
    [['charged_back'], 'pago'],
  ])('of which one after the other is %j is %s', async (status, nosso) => {
    expect(await estados(...status)).toBe(nosso);
  });
  it('is refunded where all that was approved was given back', async () => {
    expect(await estados({ transaction_amount_refunded: 12.34 })).toBe('reembolsado');
    expect(await estados({ transaction_amount_refunded: 12.33, status_detail: 'partially_refunded' })).toBe('pago');
  });
  it('is worth what was paid, and changed when the last of them did', async () => {
    pagar(9001, { status: 'rejected', transaction_amount: 99 }, 0);
    pagar(9002, { transaction_amount: 10 }, 1);
    pagar(9003, { transaction_amount: 2.5, payer: { email: 'bia@example.com' } }, 2);
    expect(await ler('payment:9001')).toMatchObject({
      leitura: { occurredAt: MEIO_DIA + 2, dados: { total_centavos: 1250, cliente_email: 'bia@example.com' } },
    });
  });
  it('does not count those of another reference that begins alike', async () => {
    pagar(9001, { status: 'pending' });
    pagar(9002, { external_reference: 'pedido-10' });
    expect(await ler('pedido-1')).toMatchObject({ leitura: { status: 'criado' } });
  });
  it('may have more of them than a page', async () => {
    for (let i = 0; i < 120; i++) pagar(9001 + i, { status: i === 110 ? 'approved' : 'rejected' }, i);
    expect(await ler('pedido-1')).toMatchObject({ leitura: { status: 'pago', occurredAt: MEIO_DIA + 119 } });
  });
});

describe('marks', () => {
  const marcas = async (mudanca: object) => {
    pagar(9001, mudanca);
    const lido = await ler('payment:9001');
    return 'leitura' in lido ? lido.leitura.marcas : lido;
  };
  it('of refunds are kept under their ids, and those that did not come about are nothing', async () => {
    const refunds = [
      { id: 1, amount: 1.5, status: 'approved' },
      { id: 2, amount: 2, status: 'rejected' },
    ];
    expect(await marcas({ transaction_amount_refunded: 1.5, refunds })).toMatchObject({
      reembolsos: [
        { id: '1', centavos: 150 },
        { id: '2', centavos: 0 },
      ],
    });
  });
  it('of a sum without refunds are kept under the payment', async () => {
    expect(await marcas({ transaction_amount_refunded: 1.5, refunds: null })).toMatchObject({
      reembolsos: [{ id: 'total:9001', centavos: 150 }],
    });
  });
  it.each([
    ['in_mediation', 'pending', true],
    ['charged_back', 'in_process', true],
    ['charged_back', 'settled', false],
    ['charged_back', 'reimbursed', false],
    ['approved', 'accredited', false],
  ])('of a payment that is %s, %s: in dispute %s, and the order is paid', async (status, status_detail, aberta) => {
    expect(await marcas({ status, status_detail })).toMatchObject({ disputas: [{ id: 'payment:9001', aberta }] });
    expect(await ler('payment:9001')).toMatchObject({ leitura: { status: 'pago' } });
  });
});

describe('other things that notifications are about', () => {
  it('a chargeback leads to its payment', async () => {
    pagar(9001, { status: 'charged_back', status_detail: 'in_process' });
    conta.outros.set('/v1/chargebacks/CB-1', { id: 'CB-1', payments: [9001] });
    conta.outros.set('/v1/chargebacks/CB-2', { id: 'CB-2', payment_id: 9001 });
    for (const id of ['chargeback:CB-1', 'chargeback:CB-2'])
      expect(await ler(id)).toMatchObject({
        recurso_id: 'pedido-1',
        leitura: { marcas: { disputas: [{ aberta: true }] } },
      });
  });
  it('a merchant order is its payments, and before there are any it waits for one', async () => {
    const ordem = {
      id: 7,
      external_reference: 'pedido-1',
      total_amount: 10,
      last_updated: instante(0),
      cancelled: false,
    };
    conta.outros.set('/merchant_orders/7', ordem);
    expect(await ler('merchant_order:7')).toMatchObject({
      recurso_id: 'pedido-1',
      leitura: { status: 'criado', occurredAt: MEIO_DIA, dados: { total_centavos: 1000 } },
    });
    pagar(9001);
    expect(await ler('merchant_order:7')).toMatchObject({ recurso_id: 'pedido-1', leitura: { status: 'pago' } });
    conta.outros.set('/merchant_orders/8', { ...ordem, external_reference: '', cancelled: true });
    expect(await ler('merchant_order:8')).toMatchObject({
      recurso_id: 'merchant_order:8',
      leitura: { status: 'cancelado' },
    });
  });
  it.each([
    ['created', 'created', 'criado'],
    ['action_required', 'waiting_payment', 'criado'],
    ['failed', 'failed', 'criado'],
    ['processed', 'accredited', 'pago'],
    ['processed', 'partially_refunded', 'pago'],
    ['processed', 'refunded', 'reembolsado'],
    ['refunded', 'refunded', 'reembolsado'],
    ['canceled', 'canceled', 'cancelado'],
    ['expired', 'expired', 'cancelado'],
  ])('an order of the Orders API that is %s, %s, is %s', async (status, status_detail, nosso) => {
    conta.outros.set('/v1/orders/ORD01', {
      id: 'ORD01',
      external_reference: 'pedido-1',
      status,
      status_detail,
      total_amount: '200.00',
      last_updated_date: '2026-03-01T12:00:00.068Z',
      transactions: { refunds: [{ id: 'ref_1', amount: '10.00', status: 'processed' }] },
    });
    expect(await ler('order:ORD01')).toMatchObject({
      recurso_id: 'pedido-1',
      leitura: {
        status: nosso,
        occurredAt: MEIO_DIA + 68,
        dados: { total_centavos: 20_000 },
        marcas: { reembolsos: [{ id: 'ref_1', centavos: 1000 }] },
      },
    });
  });
});

describe('what changed', () => {
  const correr = async () => {
    const ids = new Set<string>();
    const ilegiveis: { texto: string; motivo: string }[] = [];
    for (let pagina: string | null = null, n = 0; n < 60; n++) {
      const lida = await api().listar({ desde: new Date(MEIO_DIA), pagina });
      if (lida.tipo === 'falha') throw new Error(lida.motivo);
      for (const p of lida.pedidos) 'leitura' in p ? ids.add(p.recurso_id) : ilegiveis.push(p);
      pagina = lida.proxima;
      if (pagina === null) return { ids, ilegiveis };
    }
    throw new Error('the list has no end');
  };
  const encher = (n: number, ms: (i: number) => number) => {
    for (let i = 1; i <= n; i++) pagar(i, { external_reference: `p-${String(i).padStart(4, '0')}` }, ms(i));
  };
  it('comes to its end over many pages, also where all changed at one moment', async () => {
    encher(100, (i) => i);
    pagar(999, { external_reference: 'old' }, -1);
    expect((await correr()).ids.size).toBe(100);
    encher(100, (i) => (i < 20 ? i : 500));
    expect((await correr()).ids.size).toBe(100);
  });
  it('misses none though payments that were listed change while we page', async () => {
    encher(90, (i) => i);
    let n = 0;
    conta.aoListar = () => {
      for (let i = 0; i < 5 && n < 15; i++)
        pagar(++n, { external_reference: `p-${String(n).padStart(4, '0')}` }, 1_000 + n);
    };
    expect((await correr()).ids.size).toBe(90);
  });
  it('is told of each order as a whole', async () => {
    pagar(1, { status: 'approved' }, -1_000);
    pagar(2, { status: 'rejected' }, 1);
    const lida = await api().listar({ desde: new Date(MEIO_DIA), pagina: null });
    expect(lida).toMatchObject({ pedidos: [{ recurso_id: 'pedido-1', leitura: { status: 'pago' } }], proxima: null });
  });
  it('that nobody can read is shown as it came, and the rest is good', async () => {
    pagar(1, { status: 'teleported', external_reference: 'a' }, 1);
    pagar(2, { external_reference: 'b' }, 2);
    const { ids, ilegiveis } = await correr();
    expect([...ids]).toEqual(['b']);
    expect(ilegiveis).toMatchObject([{ motivo: expect.stringContaining('"teleported"') }]);
    expect(JSON.parse(ilegiveis[0]?.texto ?? '')).toMatchObject({ id: 1 });
  });
  it('is a failure where the store answers something else, or stops answering half way', async () => {
    porta.responder(com(200, { results: 7 }));
    expect(await api().listar({ desde: new Date(), pagina: null })).toMatchObject({ tipo: 'falha', transitoria: true });
    encher(1, () => 1);
    porta.responder(conta.responder, com(500));
    expect(await api().listar({ desde: new Date(MEIO_DIA), pagina: null })).toMatchObject({ transitoria: true });
  });
});
