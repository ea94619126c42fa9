import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { abrirLojaDupla, com, type LojaDupla } from '../api/loja-dupla.suite.ts';
import { criarApiDoStripe } from './api.ts';
import { type ContaDupla, contaDupla } from './stripe-duplo.suite.ts';

let loja: LojaDupla;
let conta: ContaDupla;
beforeAll(async () => {
  loja = await abrirLojaDupla();
});
afterAll(() => loja.fechar());
beforeEach(() => {
  conta = contaDupla(loja.apiToken);
  loja.responder(conta.responder);
});
const api = (apiToken = loja.apiToken) => criarApiDoStripe({ apiUrl: `${loja.apiUrl}`, apiToken }, { esperaMs: 1 });

const cobranca = (mudanca: object = {}) => ({
  id: 'ch_1',
  object: 'charge',
  status: 'succeeded',
  captured: true,
  amount: 15990,
  amount_captured: 15990,
  amount_refunded: 0,
  disputed: false,
  billing_details: { email: 'ana@example.com' },
  ...mudanca,
});
const intencao = (latest_charge: object | null = cobranca(), status = 'succeeded', id = 'pi_1') => ({
  id,
  object: 'payment_intent',
  status,
  amount: 15990,
  latest_charge,
});

describe('one order', () => {
  it('is its payment intent with charge, refunds and disputes, as of just before the answer', async () => {
    conta.intencoes.set('pi_1', intencao(cobranca({ amount_refunded: 1000, disputed: true })));
    conta.reembolsos.set('pi_1', [
      { id: 're_1', amount: 1000, status: 'succeeded' },
      { id: 're_2', amount: 500, status: 'failed' },
    ]);
    conta.disputas.set('pi_1', [{ id: 'dp_1', status: 'needs_response' }]);
    expect(await api().lerPedido('pi_1')).toEqual({
      tipo: 'lido',
      pedido: {
        recurso_id: 'pi_1',
        leitura: {
          status: 'pago',
          occurredAt: conta.agora - 1,
          sequence: null,
          dados: { total_centavos: 15990, cliente_email: 'ana@example.com' },
          marcas: {
            reembolsos: [
              { id: 're_2', centavos: 0 },
              { id: 're_1', centavos: 1000 },
            ],
            disputas: [{ id: 'dp_1', aberta: true }],
          },
        },
      },
    });
    expect(loja.pedidos.map((p) => p.url)).toEqual([
      '/payment_intents/pi_1?expand%5B%5D=latest_charge',
      '/refunds?payment_intent=pi_1&limit=100',
      '/disputes?payment_intent=pi_1&limit=100',
    ]);
  });
  it('of which all was given back is refunded, though its intent has succeeded', async () => {
    conta.intencoes.set('pi_1', intencao(cobranca({ amount_refunded: 15990 })));
    expect(await api().lerPedido('pi_1')).toMatchObject({ pedido: { leitura: { status: 'reembolsado' } } });
  });
  it('may have more refunds than a page', async () => {
    conta.intencoes.set('pi_1', intencao());
    conta.reembolsos.set(
      'pi_1',
      Array.from({ length: 250 }, (_, i) => ({ id: `re_${i}`, amount: 1, status: 'succeeded' })),
    );
    const lido = await api().lerPedido('pi_1');
    const ids = lido.tipo === 'lido' ? lido.pedido.leitura.marcas?.reembolsos?.map((r) => r.id) : [];
    expect(new Set(ids).size).toBe(250);
  });
  it('that Stripe does not know, or cannot know, does not exist', async () => {
    expect(await api().lerPedido('pi_9')).toEqual({ tipo: 'inexistente' });
    loja.responder(conta.responder);
    for (const id of ['..', 'pi/1', 'pi_1?x', '']) expect(await api().lerPedido(id)).toEqual({ tipo: 'inexistente' });
    expect(loja.pedidos).toEqual([]);
  });
  it('is asked for again where Stripe says slow down, and not where it refuses the key', async () => {
    conta.intencoes.set('pi_1', intencao());
    conta.apressados = 2;
    expect(await api().lerPedido('pi_1')).toMatchObject({ tipo: 'lido' });
    expect(await api('sk_errado').lerPedido('pi_1')).toMatchObject({ tipo: 'falha', transitoria: false });
  });
  it.each([
    ['another intent', { ...intencao(), id: 'pi_2' }],
    ['a word of tomorrow', intencao(null, 'teleported')],
    ['a list', []],
  ])('is not %s', async (_, resposta) => {
    loja.responder(com(200, resposta, { date: new Date(conta.agora).toUTCString() }));
    expect(await api().lerPedido('pi_1')).toMatchObject({ tipo: 'falha', transitoria: false });
  });
});

describe('what changed', () => {
  const evento = (n: number, type: string, object: object) => ({
    id: `evt_${n}`,
    type,
    created: 1772366400 + n,
    data: { object },
  });
  const listar = async (desde = new Date(1772366400_000)) => {
    const paginas = [];
    for (let pagina: string | null = null, n = 0; n < 10; n++) {
      const lida = await api().listar({ desde, pagina });
      if (lida.tipo === 'falha') return lida;
      paginas.push(lida);
      pagina = lida.proxima;
      if (pagina === null) break;
    }
    return paginas;
  };
  const lidos = async () => {
    const paginas = await listar();
    if (!Array.isArray(paginas)) throw new Error(paginas.motivo);
    return paginas.flatMap((p) => p.pedidos);
  };

  it('is every event since then, over all pages, each order as it was', async () => {
    for (let n = 0; n < 250; n++)
      conta.eventos.push(evento(n, 'payment_intent.succeeded', intencao(null, 'succeeded', `pi_${n}`)));
    const pedidos = await lidos();
    expect(new Set(pedidos.map((p) => 'recurso_id' in p && p.recurso_id)).size).toBe(250);
    expect(pedidos[0]).toMatchObject({ recurso_id: 'pi_249', leitura: { status: 'pago', occurredAt: 1772366649_000 } });
    expect(loja.pedidos.map((p) => new URL(p.url, loja.apiUrl).searchParams.get('starting_after'))).toEqual([
      null,
      'evt_150',
      'evt_50',
    ]);
    expect(await listar(new Date(1772366640_999))).toMatchObject([{ pedidos: { length: 10 } }]);
  });
  it('by a refund or a dispute is the order itself, read once', async () => {
    conta.intencoes.set('pi_1', intencao(cobranca({ amount_refunded: 1000 })));
    const reembolso = { id: 're_1', object: 'refund', amount: 1000, status: 'succeeded', payment_intent: 'pi_1' };
    conta.reembolsos.set('pi_1', [reembolso]);
    conta.eventos.push(evento(1, 'refund.created', reembolso), evento(2, 'refund.updated', reembolso));
    expect(await lidos()).toMatchObject([
      { recurso_id: 'pi_1', leitura: { status: 'pago', marcas: { reembolsos: [{ id: 're_1', centavos: 1000 }] } } },
    ]);
    conta.eventos.push(evento(3, 'refund.updated', { ...reembolso, payment_intent: 'pi_gone' }));
    expect(await lidos()).toHaveLength(1);
  });
  it('that nobody can read is shown as it came, and the rest is good', async () => {
    conta.eventos.push(evento(1, 'payment_intent.succeeded', intencao(null, 'teleported')));
    conta.eventos.push(evento(2, 'payment_intent.succeeded', intencao(null)));
    const [bom, ruim] = await lidos();
    expect(bom).toMatchObject({ recurso_id: 'pi_1' });
    expect(ruim).toMatchObject({ motivo: expect.stringContaining('"teleported"') });
    expect(JSON.parse(ruim && 'texto' in ruim ? ruim.texto : '')).toMatchObject({ id: 'evt_1' });
  });
  it('without an order is passed over', async () => {
    conta.eventos.push(evento(1, 'charge.succeeded', { ...cobranca(), payment_intent: null }));
    conta.eventos.push(evento(2, 'payout.paid', { id: 'po_1', object: 'payout' }));
    expect(await lidos()).toEqual([]);
  });
  it('begins anew where the event behind which a page begins is forgotten', async () => {
    conta.eventos.push(evento(1, 'payment_intent.succeeded', intencao(null)));
    const lida = await api().listar({ desde: new Date(1772366400_000), pagina: 'evt_of_last_year' });
    expect(lida).toMatchObject({ pedidos: [{ recurso_id: 'pi_1' }], proxima: null });
    expect(loja.pedidos).toHaveLength(2);
  });
  it('is not told where a page fails or says nonsense: the end would skip what follows', async () => {
    loja.responder(com(200, { data: [{}], has_more: true }));
    expect(await listar()).toMatchObject({ tipo: 'falha', transitoria: true });
    loja.responder(com(200, { data: 7 }));
    expect(await listar()).toMatchObject({ tipo: 'falha', transitoria: true });
    conta.eventos.push(
      evento(1, 'refund.created', { id: 're_1', object: 'refund', amount: 1, payment_intent: 'pi_1' }),
    );
    loja.responder(conta.responder, com(500));
    expect(await listar()).toMatchObject({ tipo: 'falha', transitoria: true });
  });
});
