/**
 * Holds the dialects against what the platforms themselves publish: payloads and signatures that may not be copied into this
 * repository. They are checked where somebody has put them beside it.
 */
import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { abrirLojaDupla, com } from './api/loja-dupla.suite.ts';
import { hmacHex, nomearSegredo } from './assinatura.ts';
import { ehObjeto } from './corpo.ts';
import type { Dialeto, Entrega } from './dialeto.ts';
import { readJson } from './json/read-json.ts';
import { lerOrdem, lerOrdemDoComercio } from './mercado-pago/ordem.ts';
import { lerPagamento, lerPedidoDosPagamentos, lerReembolso } from './mercado-pago/pagamento.ts';
import { lerPedido as lerPedidoDaNuvemshop, PALAVRAS as PALAVRAS_DA_NUVEMSHOP } from './nuvemshop/pedido.ts';
import { criarDialeto, criarOrigem, NOMES_DOS_DIALETOS } from './origem.ts';

const PASTA = new URL('../../../../shared/providers/', import.meta.url);
const presente = existsSync(new URL('vectors.json', PASTA));
const ondeProcurar = presente ? '' : ' (left out: there is no ../shared/providers beside the repository)';

const config = { nome: 'x', segredos: [], versao: null, apiUrl: null, apiToken: null };
const criar = (dialeto: string, opcoes: Record<string, string> = {}): Dialeto => {
  const feito = criarDialeto({ ...config, dialeto, opcoes });
  if ('erros' in feito) throw new Error(feito.erros.join('; '));
  return feito.dialeto;
};

const VETOR = z.object({
  id: z.string(),
  provider: z.string(),
  scheme: z.string(),
  secret: z.string().default(''),
  headers: z.record(z.string(), z.string()).default({}),
  query: z.record(z.string(), z.string()).default({}),
  body: z.string().default(''),
  expected: z.string().default(''),
});
type Vetor = z.infer<typeof VETOR>;

/** How our names are found in theirs. */
const dialetoDo = ({ provider }: Vetor): string | undefined =>
  NOMES_DOS_DIALETOS.find((nome) => provider.replace(/\W/g, '').startsWith(nome.replaceAll('_', '')));

function vetores(): Vetor[] {
  if (!presente) return [];
  return z.array(VETOR).parse(JSON.parse(readFileSync(new URL('vectors.json', PASTA), 'utf8')));
}
const assinados = vetores().filter((v) => v.scheme !== 'none' && dialetoDo(v) !== undefined);
const inteiros = assinados.filter((v) => Object.keys(v.headers).length > 0);

/** The header that holds the signature, and the moment at which it was made. */
function lerVetor(v: Vetor): { entrega: Entrega; assinatura: string; agora: number } {
  const cabecalhos: Record<string, string> = Object.fromEntries(
    Object.entries(v.headers).map(([nome, valor]) => [nome.toLowerCase(), valor]),
  );
  if (v.scheme.startsWith('standard-webhooks')) cabecalhos['webhook-signature'] = v.expected;
  const assinatura = Object.keys(cabecalhos).find((n) => cabecalhos[n]?.includes(v.expected)) ?? '';
  const quando = /(?:^|[,\s])(?:t|ts)=(\d+)/.exec(cabecalhos[assinatura] ?? '')?.[1] ?? cabecalhos['webhook-timestamp'];
  const agora = quando === undefined ? 0 : Number(quando) * (quando.length > 10 ? 1 : 1000);
  const entrega = { corpo: Buffer.from(v.body), cabecalhos, consulta: new URLSearchParams(v.query) };
  return { entrega, assinatura, agora };
}

describe.skipIf(!presente)(`published signatures${ondeProcurar}`, () => {
  it.each(inteiros.map((v) => [v.id, v] as const))('%s is accepted, and nothing that differs by one bit', (_, v) => {
    const dialeto = criar(dialetoDo(v)!);
    const { entrega, assinatura, agora } = lerVetor(v);
    const segredos = [nomearSegredo(v.secret)];
    const conferir = (mudanca: Partial<Entrega>) => dialeto.autenticar({ ...entrega, ...mudanca }, segredos, agora);
    expect(conferir({})).toEqual({ segredo_nome: segredos[0]?.nome });

    const valor = String(entrega.cabecalhos[assinatura]);
    for (const i of [valor.length - 3, valor.length - 9]) {
      const trocada = valor.slice(0, i) + String.fromCharCode(valor.charCodeAt(i) ^ 1) + valor.slice(i + 1);
      expect(conferir({ cabecalhos: { ...entrega.cabecalhos, [assinatura]: trocada } })).toHaveProperty('recusado');
    }
    if (dialeto.declaracao.assinatura !== 'corpo') return;
    for (const i of [0, entrega.corpo.length >> 1, entrega.corpo.length - 1]) {
      const corpo = Buffer.from(entrega.corpo);
      corpo[i] = (corpo[i] ?? 0) ^ 1;
      expect(conferir({ corpo })).toHaveProperty('recusado');
    }
  });
  it('those that are the bare function recompute', () => {
    const puros = assinados.filter((v) => v.scheme.endsWith('-hex-primitive'));
    expect(puros.length).toBeGreaterThan(0);
    for (const v of puros) expect(hmacHex(v.secret, Buffer.from(v.body)), v.id).toBe(v.expected);
  });
  it('no store is taken that signs with an empty secret, as some do', () => {
    for (const v of assinados.filter((x) => x.secret === ''))
      expect(() => criarOrigem({ ...config, dialeto: dialetoDo(v)!, segredos: [''], opcoes: {} }), v.id).toThrow();
  });
});

const ler = (arquivo: string): Buffer => readFileSync(new URL(`samples/${arquivo}`, PASTA));

/** What each payload is, and what its fields say. */
const ENTREGAS: [
  arquivo: string,
  dialeto: string,
  cabecalhos: Record<string, string>,
  identidade: object,
  lido: object,
][] = [
  [
    'shopify-orders-paid.json',
    'shopify',
    { 'x-shopify-topic': 'orders/paid' },
    { recurso_id: '820982911946154508', resultado: null },
    { status: 'cancelado', occurredAt: Date.UTC(2022, 0, 1), dados: { total_centavos: 40_495 } },
  ],
  [
    'shopify-orders-create-testnotification.json',
    'shopify',
    { 'x-shopify-topic': 'orders/create' },
    { recurso_id: '820982911946154508' },
    { status: 'cancelado', dados: { total_centavos: 157_590 } },
  ],
  [
    'shopify-orders-delete.json',
    'shopify',
    { 'x-shopify-topic': 'orders/delete' },
    { recurso_id: '820982911946154508' },
    { gatilho: true },
  ],
  ['mercadopago-payment-created.json', 'mercado_pago', {}, { recurso_id: 'payment:999999999' }, { gatilho: true }],
  ['nuvemshop-order-paid.json', 'nuvemshop', {}, { recurso_id: '450789469', repetivel: true }, { gatilho: true }],
  ['nuvemshop-order-updated.json', 'nuvemshop', {}, { recurso_id: '450789469' }, { gatilho: true }],
  ['nuvemshop-fulfillment-order-status-updated.json', 'nuvemshop', {}, { recurso_id: '450789469' }, { gatilho: true }],
  [
    'woocommerce-order-updated.pretty.json',
    'woocommerce',
    { 'x-wc-webhook-topic': 'order.updated' },
    { recurso_id: '727' },
    { status: 'pago', occurredAt: Date.UTC(2017, 2, 22, 19, 28, 8), dados: { total_centavos: 2_935 } },
  ],
  [
    'stripe-payment-intent-succeeded.json',
    'stripe',
    {},
    { recurso_id: 'pi_1IqxJOJDPojXS6LN9uOebAea' },
    { status: 'criado', occurredAt: 1_619_697_430_000 }, // the object says requires_payment_method, whatever the type
  ],
  [
    'stripe-checkout-session-completed.json',
    'stripe',
    {},
    { recurso_id: 'pi_1IqxJOJDPojXS6LN9uOebAea' },
    { status: 'pago', dados: { total_centavos: 999 } },
  ],
  [
    'stripe-charge-refunded.json',
    'stripe',
    {},
    { recurso_id: 'pi_3Kl36gJDPojXS6LN02fQVtKR' },
    { status: 'reembolsado', marcas: { reembolsos: [{ centavos: 2_500 }] } },
  ],
  [
    'stripe-refund-created.json',
    'stripe',
    {},
    { recurso_id: 'pi_1GszsK2eZvKYlo2CfhZyoZLp' },
    { anotacao: { reembolsos: [{ id: 're_1Nispe2eZvKYlo2Cd31jOCgZ', centavos: 1_000 }] } },
  ],
  [
    'stripe-charge-dispute-created.json',
    'stripe',
    {},
    { recurso_id: 'pi_1IqtG9JDPojXS6LNOGnYrIqq' },
    { anotacao: { disputas: [{ id: 'dp_1MLuxQJDPojXS6LNrukJCBBG', aberta: true }] } },
  ],
];

describe.skipIf(!presente)(`published payloads${ondeProcurar}`, () => {
  it.each(presente ? ENTREGAS : [])('%s', (arquivo, nome, cabecalhos, identidade, lido) => {
    const dialeto = criar(nome, nome === 'shopify' ? { ACEITAR_TESTES: 'sim' } : {});
    const todos = { 'x-shopify-webhook-id': 'w', ...cabecalhos };
    const achada = dialeto.identificar({ corpo: ler(arquivo), cabecalhos: todos, consulta: new URLSearchParams() });
    expect(achada).toMatchObject(identidade);
    if ('quarentena' in achada || achada.recurso_id === null) throw new Error('no order is named');
    const { tipo, recurso_id } = achada;
    expect(dialeto.interpretar(readJson(achada.payload), { tipo, recurso_id })).toMatchObject(lido);
  });
  it('orders that somebody made to try the store are tests', () => {
    for (const arquivo of ['shopify-orders-paid.json', 'shopify-orders-create-testnotification.json']) {
      const cabecalhos = { 'x-shopify-topic': 'orders/paid', 'x-shopify-webhook-id': 'w' };
      const entrega = { corpo: ler(arquivo), cabecalhos, consulta: new URLSearchParams() };
      expect(criar('shopify').identificar(entrega)).toMatchObject({ resultado: 'teste', recurso_id: null });
    }
  });
  it('requests about personal data are recorded, and what is about something else closes', () => {
    const identificar = (dialeto: string, arquivo: string) =>
      criar(dialeto).identificar({
        corpo: ler(arquivo),
        cabecalhos: { 'webhook-id': 'm' },
        consulta: new URLSearchParams(),
      });
    expect(identificar('nuvemshop', 'nuvemshop-customers-redact.json')).toMatchObject({
      tipo: 'customers/redact',
      resultado: 'privacidade',
    });
    expect(identificar('standard_webhooks', 'standardwebhooks-contact-created.json')).toMatchObject({
      resultado: 'tipo_ignorado',
    });
  });
  it('the unsigned ping is answered with exactly 200', () => {
    const cabecalhos = { 'content-type': 'application/x-www-form-urlencoded' };
    const ping = { corpo: ler('woocommerce-ping.form.txt'), cabecalhos, consulta: new URLSearchParams() };
    expect(criar('woocommerce').saudar?.(ping)).toMatchObject({ status: 200 });
  });
  it.each([
    ['nuvemshop-order-get.json', 'criado'],
    ['nuvemshop-order-get-cancelled.json', 'cancelado'],
    ['nuvemshop-order-get-fulfilled.json', 'enviado'],
  ])('%s is %s', (arquivo, status) => {
    const pedido = readJson(ler(arquivo).toString());
    expect(lerPedidoDaNuvemshop(pedido, PALAVRAS_DA_NUVEMSHOP)).toMatchObject({
      status,
      occurredAt: Date.UTC(2008, 0, 10, 16),
    });
  });
  it('what Mercado Pago answers about a payment is the order that it is for', () => {
    const pagamento = lerPagamento(readJson(ler('mercadopago-payment-get.json').toString()));
    if ('motivo' in pagamento) throw new Error(pagamento.motivo);
    expect(pagamento).toMatchObject({ id: '17014025134', referencia: '1631894348' });
    expect(lerPedidoDosPagamentos([pagamento])).toMatchObject({
      status: 'pago',
      occurredAt: Date.UTC(2022, 0, 10, 10, 10, 10),
      dados: { total_centavos: 1_234, cliente_email: 'cliente@example.com' },
    });
    const reembolso = readJson(ler('mercadopago-payment-refund-get.json').toString());
    expect(lerReembolso(reembolso, 'BRL')).toEqual([{ id: '1009042015', centavos: 1_000 }]);
  });
  it.each([
    ['mercadopago-order-get.json', 'pago', 20_000],
    ['mercadopago-order-refund-total.json', 'reembolsado', null],
    ['mercadopago-merchant-order-get.json', 'criado', 1_000],
  ])('%s is %s', (arquivo, status, total_centavos) => {
    const ordem = readJson(ler(arquivo).toString());
    if (!ehObjeto(ordem)) throw new Error('the order must be an object');
    // The answer to a refund does not say when.
    const lida = arquivo.includes('merchant') ? lerOrdemDoComercio(ordem) : lerOrdem(ordem, 1);
    expect(lida).toMatchObject({ status, dados: { total_centavos } });
  });
  it('a chargeback leads to its payment, which is in dispute until it is settled', async () => {
    const chargeback = ler('mercadopago-chargeback-get.json').toString();
    const payment = ler('mercadopago-payment-get.json').toString().replace('"approved"', '"charged_back"');
    const loja = await abrirLojaDupla();
    loja.responder(com(200, chargeback), com(200, payment), com(200, { paging: { total: 0 }, results: [] }));
    const lida = await criar('mercado_pago').criarApi?.(loja).lerPedido('chargeback:CB-001-2022');
    await loja.fechar();
    expect(loja.pedidos.map((p) => p.url.split('?')[0])).toEqual([
      '/v1/chargebacks/CB-001-2022',
      '/v1/payments/19951521071',
      '/v1/payments/search',
    ]);
    const disputas = [{ id: 'payment:17014025134', aberta: true }];
    expect(lida).toMatchObject({ pedido: { leitura: { status: 'pago', marcas: { disputas } } } });
  });
});
