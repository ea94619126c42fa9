import { performance } from 'node:perf_hooks';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { criarOrigem } from '../origem.ts';
import { LIMITES, type Limites } from './buscar.ts';
import { criarClienteDaApi } from './cliente.ts';
import type { ClienteDaApi } from './contrato.ts';
import { abrirLojaDupla, calar, com, desligar, type LojaDupla, type Resposta } from './loja-dupla.suite.ts';

/** Like the real ones, in a test's time. */
const CURTOS: Partial<Limites> = { esperaMs: 10, prazoMs: 3_000, silencioMs: 300, conexaoMs: 500, maxBytes: 100_000 };
const FORMA = { statusDaApi: new Map([['paid', 'pago'] as const]), comSequencia: true };
const PEDIDO = { id: 'p1', status: 'paid', updated_at: '2026-03-01T12:00:00Z' };
const MEIO_DIA = Date.UTC(2026, 2, 1, 12);
const LIDO = {
  recurso_id: 'p1',
  leitura: {
    status: 'pago',
    occurredAt: MEIO_DIA,
    sequence: null,
    dados: { total_centavos: null, cliente_email: null },
  },
};
const DESDE = new Date(MEIO_DIA);

let loja: LojaDupla;
let api: ClienteDaApi;
beforeAll(async () => {
  loja = await abrirLojaDupla();
  api = criarClienteDaApi(loja, FORMA, CURTOS);
});
afterAll(() => loja.fechar());

const ler = (...respostas: Resposta[]) => {
  loja.responder(...respostas);
  return api.lerPedido('p1');
};
const listar = (...respostas: Resposta[]) => {
  loja.responder(...respostas);
  return api.listar({ desde: DESDE, pagina: null });
};
const falha = (transitoria: boolean, motivo: RegExp) => ({
  tipo: 'falha',
  transitoria,
  motivo: expect.stringMatching(motivo),
  esperarMs: null,
});

describe('one order', () => {
  it('is asked for by its id, with the token, and read', async () => {
    expect(await ler(com(200, PEDIDO))).toEqual({ tipo: 'lido', pedido: LIDO });
    expect(loja.pedidos).toEqual([{ metodo: 'GET', url: '/orders/p1', autorizacao: 'Bearer token-de-exemplo' }]);
  });
  it.each([
    ['a/b?c#d', '/orders/a%2Fb%3Fc%23d'],
    ['..', '/orders/%2E%2E'],
    ['.', '/orders/%2E'],
    ['pedido é 🦆', '/orders/pedido%20%C3%A9%20%F0%9F%A6%86'],
    ['9007199254740993', '/orders/9007199254740993'],
  ])('is one segment of the path, whatever its id: %s', async (id, url) => {
    loja.responder(com(200, { ...PEDIDO, id }));
    expect(await api.lerPedido(id)).toMatchObject({ tipo: 'lido', pedido: { recurso_id: id } });
    expect(loja.pedidos.map((p) => p.url)).toEqual([url]);
  });
  it('is asked for below the path of API_URL, with its query, and without a token where there is none', async () => {
    const outra = criarClienteDaApi({ apiUrl: `${loja.apiUrl}/api/v2/?shop=7`, apiToken: null }, FORMA, CURTOS);
    loja.responder(com(200, PEDIDO));
    await outra.lerPedido('p1');
    await outra.listar({ desde: DESDE, pagina: 'a b' });
    expect(loja.pedidos).toEqual([
      { metodo: 'GET', url: '/api/v2/orders/p1?shop=7', autorizacao: undefined },
      {
        metodo: 'GET',
        url: '/api/v2/orders?shop=7&updated_since=2026-03-01T12%3A00%3A00.000Z&cursor=a+b',
        autorizacao: undefined,
      },
    ]);
  });
  it('has an id that is exact beyond 2^53', async () => {
    loja.responder(com(200, '{"id":9007199254740993,"status":"paid","updated_at":"2026-03-01T12:00:00Z"}'));
    expect(await api.lerPedido('9007199254740993')).toMatchObject({ pedido: { recurso_id: '9007199254740993' } });
    expect(await api.lerPedido('9007199254740992')).toEqual(falha(false, /it is another order/));
  });
  it.each([404, 410])('that the store does not know is inexistente, at once: %d', async (status) => {
    expect(await ler(com(status, { error: 'not found' }))).toEqual({ tipo: 'inexistente' });
    expect(loja.pedidos).toHaveLength(1);
  });
  it('that nobody can read is a lasting failure that names all that is wrong', async () => {
    const ruim = { ...PEDIDO, status: 'teleported', updated_at: '2026-02-30T12:00:00Z', total_cents: 1.5 };
    expect(await ler(com(200, ruim))).toEqual(
      falha(false, /GET \/orders\/p1 .*updated_at must.*total_cents must.*"teleported" is no known state.*\{"id":"p1"/),
    );
    expect(loja.pedidos).toHaveLength(1);
  });
});

describe('a failure that may pass is tried again', () => {
  it('503, then 200', async () => {
    expect(await ler(com(503), com(200, PEDIDO))).toEqual({ tipo: 'lido', pedido: LIDO });
    expect(loja.pedidos).toHaveLength(2);
  });
  it('a connection that is cut, before or within the answer, then 200', async () => {
    const noMeio: Resposta = (res) => {
      res.writeHead(200, { 'content-length': '100' }).write('{"id":');
      setTimeout(() => res.destroy(), 20);
    };
    expect(await ler(desligar, noMeio, com(200, PEDIDO))).toEqual({ tipo: 'lido', pedido: LIDO });
  });
  it('429, waiting as long as Retry-After says', async () => {
    const inicio = performance.now();
    expect(await ler(com(429, '', { 'retry-after': '1' }), com(200, PEDIDO))).toEqual({ tipo: 'lido', pedido: LIDO });
    expect(performance.now() - inicio).toBeGreaterThan(990);
  });
  it('three times in all, and then says what the last answer began with', async () => {
    expect(await ler(com(503, 'a'), com(500, 'b'), com(502, '<h1>Bad\n gateway</h1>'))).toEqual(
      falha(true, /^GET \/orders\/p1 was answered 502: <h1>Bad gateway<\/h1>$/),
    );
    expect(loja.pedidos).toHaveLength(3);
  });
  it.each([408, 425, 429, 500, 501, 503, 504])('%d is one', async (status) => {
    expect(await ler(com(status))).toEqual(falha(true, new RegExp(`was answered ${status}: an empty body$`)));
    expect(loja.pedidos).toHaveLength(3);
  });
  it('but not where the store asks for more time than there is: the caller is told', async () => {
    const inicio = performance.now();
    expect(await ler(com(429, 'slow down', { 'retry-after': '120' }))).toMatchObject({
      transitoria: true,
      esperarMs: 120_000,
    });
    expect(await ler(com(503, '', { 'retry-after': '99999999999' }))).toMatchObject({ esperarMs: 3_600_000 });
    expect(loja.pedidos).toHaveLength(1);
    expect(performance.now() - inicio).toBeLessThan(1_000);
  });
});

describe('a failure that lasts is not tried again', () => {
  it.each([400, 401, 403, 405, 422])('%d', async (status) => {
    expect(await ler(com(status, 'no'))).toEqual(falha(false, new RegExp(`was answered ${status}: no$`)));
    expect(loja.pedidos).toHaveLength(1);
  });
  it('a redirect, which is not followed: the token is for this address', async () => {
    expect(await ler(com(302, '', { location: `${loja.apiUrl}/elsewhere` }))).toEqual(
      falha(false, /was answered 302, and redirects are not followed/),
    );
    expect(loja.pedidos.map((p) => p.url)).toEqual(['/orders/p1']);
  });
  it('an answer without an end', async () => {
    const infinita: Resposta = (res) => {
      res.writeHead(200);
      const mais = () => {
        while (res.write('x'.repeat(10_000)));
      };
      res.on('drain', mais);
      mais();
    };
    expect(await ler(infinita)).toEqual(falha(false, /UND_ERR_RES_EXCEEDED_MAX_SIZE/));
    expect(loja.pedidos).toHaveLength(1);
  });
  it('a refusal without an end: its status counts', async () => {
    const infinita: Resposta = (res) => {
      res.writeHead(403);
      const mais = () => {
        while (res.write('x'.repeat(10_000)));
      };
      res.on('drain', mais);
      mais();
    };
    expect(await ler(infinita)).toEqual(falha(false, /was answered 403: x{200}\.\.\.$/));
  });
});

describe('an answer that is no use', () => {
  it.each([
    ['<html>maintenance</html>', 'the body is not JSON: <html>maintenance</html>'],
    ['', 'the body is empty: an empty body'],
    ['[]', 'the body is JSON, but not an object: []'],
    ['{"orders":{}}', 'orders must be a list: {"orders":{}}'],
    ['{}', 'orders must be a list: {}'],
    ['{"orders":[],"next_cursor":{}}', 'next_cursor must be a string or null: {"orders":[],"next_cursor":{}}'],
    [String.raw`{"orders":[],"next_cursor":"\u0000"}`, 'next_cursor must be a string or null'],
  ])('%s', async (corpo, motivo) => {
    const resposta = await listar(com(200, corpo));
    expect(resposta).toMatchObject({ tipo: 'falha', transitoria: true });
    expect(resposta).toHaveProperty(
      'motivo',
      expect.stringContaining(`the answer to GET /orders is of no use: ${motivo}`),
    );
  });
  it('of bytes that are not UTF-8, cut to a line that any column holds', async () => {
    const lixo: Resposta = (res) =>
      res.end(Buffer.concat([Buffer.from([0xff, 0, 0x0a]), Buffer.from('é'.repeat(500))]));
    const resposta = await ler(lixo);
    expect(resposta).toEqual(falha(true, /the body is not UTF-8: \u{FFFD} é+\u{FFFD}?\.\.\.$/u));
    expect(JSON.stringify(resposta).length).toBeLessThan(400);
  });
  it('of no HTTP at all', async () => {
    const semHttp: Resposta = (res) => res.socket?.end('SSH-2.0-OpenSSH\r\n\r\n');
    expect(await ler(semHttp)).toEqual(falha(true, /failed: .*does not match the HTTP/));
  });
  it('never shows the token, even where the store repeats it', async () => {
    const eco = `${'x'.repeat(195)}token-de-exemplo token-de-exemplo`;
    for (const resposta of [await ler(com(401, eco)), await ler(com(200, eco))]) {
      expect(resposta).toMatchObject({ tipo: 'falha' });
      expect(JSON.stringify(resposta)).not.toContain('token');
    }
  });
});

describe('time', () => {
  it('a store that never answers is given up, and is a failure that may pass', async () => {
    const inicio = performance.now();
    expect(await ler(calar)).toEqual(falha(true, /UND_ERR_HEADERS_TIMEOUT/));
    expect(performance.now() - inicio).toBeLessThan(CURTOS.prazoMs! + 500);
  });
  it('a body that trickles in ends with the deadline', async () => {
    const aosPingos: Resposta = (res) => {
      res.writeHead(200);
      const pingo = setInterval(() => res.write(' '), 50);
      res.on('close', () => clearInterval(pingo));
    };
    const inicio = performance.now();
    expect(await ler(aosPingos)).toEqual(falha(true, /there was no answer within 3000 ms/));
    expect(performance.now() - inicio).toBeLessThan(CURTOS.prazoMs! + 500);
    expect(loja.pedidos).toHaveLength(1);
  });
  it('a store that is not there is a failure that may pass', async () => {
    const fechada = await abrirLojaDupla();
    await fechada.fechar();
    const resposta = await criarClienteDaApi(fechada, FORMA, CURTOS).lerPedido('p1');
    expect(resposta).toEqual(falha(true, /ECONNREFUSED/));
  });
  it('the caller may call it off, before and during', async () => {
    loja.responder(calar);
    const chamada = new AbortController();
    setTimeout(() => chamada.abort(), 50);
    const inicio = performance.now();
    expect(await api.lerPedido('p1', chamada.signal)).toEqual(falha(true, /called off/));
    expect(await api.listar({ desde: DESDE, pagina: null }, chamada.signal)).toEqual(falha(true, /called off/));
    expect(performance.now() - inicio).toBeLessThan(1_000);
    expect(loja.pedidos).toHaveLength(1);
  });
  it('all attempts together fit into the reservation of a reader and the lease of a page', () => {
    expect(LIMITES.prazoMs).toBeLessThanOrEqual(20_000);
    expect(LIMITES.silencioMs).toBeLessThan(LIMITES.prazoMs);
  });
});

describe('a list', () => {
  it('gives its orders, the next page and the clock of the store', async () => {
    const data = 'Sun, 01 Mar 2026 12:00:05 GMT';
    expect(await listar(com(200, { orders: [PEDIDO], next_cursor: 'c2' }, { date: data }))).toEqual({
      tipo: 'lida',
      pedidos: [LIDO],
      proxima: 'c2',
      agoraDaLoja: new Date(data),
    });
    expect(loja.pedidos[0]?.url).toBe('/orders?updated_since=2026-03-01T12%3A00%3A00.000Z');
  });
  it("is walked page by page, with tokens that are nobody's business", async () => {
    const pagina = (n: number, next_cursor?: unknown) => com(200, { orders: [{ ...PEDIDO, id: n }], next_cursor });
    loja.responder(pagina(1, 'a+b/c=&d'), pagina(2, 7), pagina(3, null));
    const vistos: unknown[] = [];
    let proxima: string | null = null;
    do {
      const lida = await api.listar({ desde: DESDE, pagina: proxima });
      if (lida.tipo === 'falha') throw new Error(lida.motivo);
      vistos.push(...lida.pedidos.map((p) => 'recurso_id' in p && p.recurso_id));
      proxima = lida.proxima;
    } while (proxima !== null);
    expect(vistos).toEqual(['1', '2', '3']);
    expect(loja.pedidos.map((p) => new URL(p.url, loja.apiUrl).searchParams.get('cursor'))).toEqual([
      null,
      'a+b/c=&d',
      '7',
    ]);
  });
  it.each([undefined, null, ''])('ends where next_cursor is %j', async (next_cursor) => {
    expect(await listar(com(200, { orders: [], next_cursor }))).toMatchObject({ pedidos: [], proxima: null });
  });
  it('has a token that is exact, however many digits it has', async () => {
    expect(await listar(com(200, '{"orders":[],"next_cursor":9007199254740993}'))).toMatchObject({
      proxima: '9007199254740993',
    });
  });
  it.each([undefined, 'yesterday', '2026-03-01T12:00:00Z'])('has no clock where Date is %j', async (date) => {
    const resposta: Resposta = (res) => {
      res.sendDate = false;
      if (date !== undefined) res.setHeader('date', date);
      res.end('{"orders":[]}');
    };
    expect(await listar(resposta)).toMatchObject({ agoraDaLoja: null });
  });
  it('is not spoilt by entries that nobody can read: they come as they are', async () => {
    const ruins = [
      '{ "id": 9007199254740993, "status": "paid", "updated_at": "2026-02-30T12:00:00Z", "note": "}],\\"" }',
      '{"id":"p3","status":"teleported","updated_at":"2026-03-01T12:00:00Z"}',
      '{"id":"p4","status":"paid"}',
      '{"id":null,"status":"paid","updated_at":"2026-03-01T12:00:00Z"}',
      String.raw`{"id":"p5","status":"paid","updated_at":"2026-03-01T12:00:00Z","customer_email":"a\u0000"}`,
      String.raw`{"id":"p6","status":"paid","updated_at":"2026-03-01T12:00:00Z","customer_email":"\ud800"}`,
      `{"id":${'['.repeat(20_000)}${']'.repeat(20_000)}}`,
      '7',
      'null',
      '[]',
    ];
    const bom = JSON.stringify(PEDIDO);
    const resposta = await listar(com(200, `{"orders":[${bom}, ${ruins.join(' , ')},${bom}]}`));
    if (resposta.tipo === 'falha') throw new Error(resposta.motivo);
    expect(resposta.pedidos.filter((p) => 'leitura' in p)).toEqual([LIDO, LIDO]);
    const ilegiveis = resposta.pedidos.flatMap((p) => ('texto' in p ? [p] : []));
    expect(ilegiveis.map((p) => p.texto)).toEqual(ruins);
    expect(ilegiveis.map((p) => p.motivo)).toEqual([
      expect.stringMatching(/^updated_at must be an instant that exists/),
      'status "teleported" is no known state',
      expect.stringMatching(/^updated_at must be an instant that exists/),
      'id is missing',
      'customer_email contains a NUL character or half of a surrogate pair',
      'customer_email contains a NUL character or half of a surrogate pair',
      expect.stringContaining('id must be a string or a whole number'),
      'the order must be an object',
      'the order must be an object',
      'the order must be an object',
    ]);
  });
  it('that is not there is a failure that lasts', async () => {
    expect(await listar(com(404, 'no such page'))).toEqual(
      falha(false, /^GET \/orders was answered 404: no such page$/),
    );
  });
});

describe('the two house dialects', () => {
  const origem = (dialeto: string, apiUrl: string | null = loja.apiUrl) =>
    criarOrigem({
      nome: 'a',
      dialeto,
      segredos: ['s'],
      versao: null,
      apiUrl,
      apiToken: loja.apiToken,
      opcoes: {},
    });
  const palavras = async (dialeto: string, ...words: string[]) => {
    loja.responder(com(200, { orders: words.map((status) => ({ ...PEDIDO, status, sequence: '7' })) }));
    const lida = await origem(dialeto).api?.listar({ desde: DESDE, pagina: null });
    if (lida?.tipo !== 'lida') throw new Error(lida?.motivo);
    return lida.pedidos.map((p) => ('leitura' in p ? [p.leitura.status, p.leitura.sequence] : p.motivo));
  };

  it('loja has its own words, and a sequence', async () => {
    expect(await palavras('loja', 'open', 'paid', 'shipped', 'canceled', 'refunded')).toEqual([
      ['criado', 7],
      ['pago', 7],
      ['enviado', 7],
      ['cancelado', 7],
      ['reembolsado', 7],
    ]);
    expect(await palavras('loja', 'cancelled', 'constructor')).toEqual([
      'status "cancelled" is no known state',
      'status "constructor" is no known state',
    ]);
  });
  it('Venddor has the words of its events, and no sequence that they could be compared with', async () => {
    expect(await palavras('venddor', 'pending', 'processing', 'delivered', 'cancelled', 'refunded')).toEqual([
      ['criado', null],
      ['pago', null],
      ['enviado', null],
      ['cancelado', null],
      ['reembolsado', null],
    ]);
  });
  it('have no API without an address', () => {
    expect(origem('loja', null).api).toBeNull();
    expect(origem('venddor', null).api).toBeNull();
  });
});
