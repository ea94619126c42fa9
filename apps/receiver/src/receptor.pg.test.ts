import { request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { registrarOrigens } from '@entrada/db';
import { chaveDoGatilho, criarOrigem, type Origem } from '@entrada/providers';
import { createLogger, createMetrics } from '@entrada/runtime';
import { assinarLoja, type BancoDeTeste, bancoDeTeste } from '@entrada/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { LimitesDaAdmissao } from './admissao.ts';
import type { PedidoAEnfileirar } from './enfileirador.ts';
import { criarReceptor } from './receptor.ts';

const SEGREDO = 'um-segredo-de-teste';
const NOVO = 'o-segredo-novo';
const LIMITE = 64 * 1024;

let banco: BancoDeTeste;
let receptor: ReturnType<typeof criarReceptor>;
let porta: number;
let linhasDoLog: string[] = [];
let acordados: PedidoAEnfileirar[] = [];

beforeAll(async () => {
  banco = await bancoDeTeste();
  await registrarOrigens(banco.sql, [{ nome: 'loja', dialeto: 'loja', criterio: null }]);
  receptor = novoReceptor();
  await receptor.app.listen({ port: 0, host: '127.0.0.1' });
  porta = (receptor.app.server.address() as AddressInfo).port;
});

/** A store that asks whether somebody is here before it knows us, and one that names no event. */
const deOutroJeito = (loja: Origem): [string, Origem][] => [
  [
    'curiosa',
    {
      ...loja,
      nome: 'curiosa',
      dialeto: {
        ...loja.dialeto,
        saudar: ({ corpo }) =>
          String(corpo) === 'webhook_id=7' ? { status: 200, corpo: 'ola', tipo: 'text/plain' } : null,
        identificar: ({ corpo }) => {
          const comum = { evento_id: chaveDoGatilho('t', corpo), payload: '{}', repetivel: true } as const;
          return String(corpo).includes('redact')
            ? { ...comum, tipo: 'customers/redact', recurso_id: null, resultado: 'privacidade' }
            : { ...comum, tipo: 't', recurso_id: 'p1', resultado: null };
        },
      },
    },
  ],
];

function novoReceptor(limites?: LimitesDaAdmissao) {
  const loja = criarOrigem({
    nome: 'loja',
    dialeto: 'loja',
    segredos: [SEGREDO, NOVO],
    versao: null,
    apiUrl: null,
    apiToken: null,
    opcoes: {},
  });
  return criarReceptor({
    sql: banco.sql,
    ...(limites && { limites }),
    origens: new Map([['loja', loja], ...deOutroJeito(loja)]),
    logger: createLogger({
      nome: 'receiver',
      level: 'info',
      destino: { write: (l: string) => void linhasDoLog.push(l) },
    }),
    metrics: createMetrics(),
    maxBodyBytes: LIMITE,
    enfileirar: async (pedidos) => {
      acordados.push(...pedidos);
      return { pulados: 0 };
    },
    readyz: () => null,
  });
}
afterAll(async () => {
  await receptor.app.close();
  await banco.fechar();
});
beforeEach(async () => {
  await receptor.terminar(); // what the test before still wakes
  linhasDoLog = [];
  acordados = [];
  await banco.sql`truncate webhook_eventos, quarentena`;
});

function evento(id: string, extra: object = {}): string {
  const occurred_at = '2026-03-01T12:00:00Z';
  return JSON.stringify({ id, type: 'order.paid', occurred_at, data: { id: 'p1', total_cents: 100 }, ...extra });
}

interface Resposta {
  status: number;
  corpo: Record<string, unknown>;
  cabecalhos: Headers;
}

async function postar(
  corpo: string | Buffer,
  { origem = 'loja', segredo = SEGREDO, cabecalhos = {} as Record<string, string> } = {},
): Promise<Resposta> {
  const bytes = new Uint8Array(Buffer.from(corpo));
  const headers = { ...assinarLoja(segredo, Buffer.from(corpo)), ...cabecalhos };
  const r = await fetch(`http://127.0.0.1:${porta}/webhooks/${origem}`, { method: 'POST', headers, body: bytes });
  return { status: r.status, corpo: (await r.json()) as Record<string, unknown>, cabecalhos: r.headers };
}

/** fetch insists on a content type and refuses odd headers; a store may send anything. */
function postarCru(corpo: Buffer, cabecalhos: Record<string, string>, emPedacos = false): Promise<number> {
  return new Promise((resolve, reject) => {
    const headers = { ...cabecalhos, ...(emPedacos ? {} : { 'content-length': String(corpo.length) }) };
    let respondida = false;
    const req = request({ port: porta, path: '/webhooks/loja', method: 'POST', headers }, (res) => {
      respondida = true;
      res.resume().on('end', () => resolve(res.statusCode ?? 0));
    });
    // The answer 413 may come, and the connection close, before all of the body is written.
    req.on('error', (e) => (respondida ? undefined : reject(e)));
    for (let i = 0; i < corpo.length; i += 16_384) req.write(corpo.subarray(i, i + 16_384));
    req.end();
  });
}

const guardados = () =>
  banco.sql<Record<string, unknown>[]>`
    select evento_id, recurso_id, tipo, fonte, payload::text as payload, corpo, resultado, duplicatas, segredo_nome
    from webhook_eventos order by evento_id`;
const emQuarentena = () =>
  banco.sql<{ corpo: Buffer; motivo: string; cabecalhos: Record<string, string> }[]>`
    select corpo, motivo, cabecalhos from quarentena order by id`;

describe('a signed event', () => {
  it('is answered 200 once it is in the inbox, byte for byte, and wakes a worker', async () => {
    const corpo = evento('e1');
    const r = await postar(corpo);
    expect(r).toMatchObject({ status: 200, corpo: { resultado: 'recebido', evento_id: 'e1' } });
    const [linha] = await guardados();
    expect(linha).toMatchObject({ recurso_id: 'p1', tipo: 'order.paid', fonte: 'webhook', resultado: null });
    expect(linha?.corpo).toEqual(Buffer.from(corpo));
    await receptor.terminar();
    expect(acordados).toEqual([{ origem: 'loja', recurso_id: 'p1', evento_id: 'e1' }]);
  });
  it('may be signed with any of the configured secrets, and the row names which', async () => {
    await postar(evento('e1'), { segredo: SEGREDO });
    await postar(evento('e2'), { segredo: NOVO });
    const nomes = (await guardados()).map((l) => l.segredo_nome);
    expect(new Set(nomes).size).toBe(2);
    expect(nomes.every((n) => typeof n === 'string' && /^[0-9a-f]{8}$/.test(n))).toBe(true);
  });
  it('that comes again is answered 200, counted, and enqueued again while it is pending', async () => {
    await postar(evento('e1'));
    await receptor.terminar();
    const r = await postar(evento('e1', { data: { id: 'outro', total_cents: 999 } }));
    expect(r).toMatchObject({ status: 200, corpo: { resultado: 'duplicado', evento_id: 'e1' } });
    const [linha, ...resto] = await guardados();
    expect(resto).toEqual([]);
    expect(linha).toMatchObject({ duplicatas: 1, recurso_id: 'p1' });
    await receptor.terminar();
    expect(acordados).toHaveLength(2);
  });
  it('20 deliveries of it at once are one row and 20 answers 200', async () => {
    const respostas = await Promise.all(Array.from({ length: 20 }, () => postar(evento('e1'))));
    expect(respostas.map((r) => r.status)).toEqual(Array(20).fill(200));
    expect(respostas.filter((r) => r.corpo.resultado === 'recebido')).toHaveLength(1);
    expect(await guardados()).toMatchObject([{ evento_id: 'e1', duplicatas: 19 }]);
  });
  it('500 at once, each twice and shuffled, all land: no deadlock, no 5xx', async () => {
    const ids = Array.from({ length: 500 }, (_, i) => `e${i}`);
    const todas = [...ids, ...ids.toReversed()].map((id) => postar(evento(id, { data: { id } })));
    const respostas = await Promise.all(todas);
    expect(respostas.every((r) => r.status === 200)).toBe(true);
    expect(await guardados()).toHaveLength(500);
  });
});

describe('bad input', () => {
  const corpo = evento('e1');
  const certa = assinarLoja(SEGREDO, corpo)['x-loja-signature']!;
  it.each([
    ['missing', {}],
    ['of the wrong length', { 'x-loja-signature': certa.slice(1) }],
    ['of another body', assinarLoja(SEGREDO, `${corpo} `)],
    ['of another secret', assinarLoja('outro', corpo)],
    ['multibyte garbage', { 'x-loja-signature': Buffer.from('é'.repeat(32)).toString('latin1') }],
    ['empty', { 'x-loja-signature': '' }],
  ])('a signature that is %s: 401, nothing kept, nothing secret logged', async (_, cabecalhos) => {
    expect(await postarCru(Buffer.from(corpo), cabecalhos)).toBe(401);
    expect(await guardados()).toEqual([]);
    expect(await emQuarentena()).toEqual([]);
    const log = linhasDoLog.join();
    expect(log).toContain('signature refused');
    expect(log).not.toContain(SEGREDO);
    expect(log).not.toContain(certa.slice(1));
  });
  it('an unknown origem: 404, nothing kept', async () => {
    expect((await postar(corpo, { origem: 'ninguem' })).status).toBe(404);
    expect(await guardados()).toEqual([]);
  });
  it.each([
    ['no JSON', 'isto nao e json'],
    ['no object', '[1]'],
    ['empty', ''],
    ['no id', '{"type":"order.paid","occurred_at":"2026-03-01T12:00:00Z","data":{"id":"p1"}}'],
    ['no data.id', '{"id":"e1","type":"order.paid","occurred_at":"2026-03-01T12:00:00Z","data":{}}'],
    ['a NUL in a string', '{"id":"e1","type":"order.paid","data":{"id":"p1","nota":"a\\u0000b"}}'],
    ['a lone surrogate', '{"id":"e1","type":"order.paid","data":{"id":"p1","nota":"\\ud800"}}'],
    ['a number that jsonb refuses', '{"id":"e1","type":"order.paid","data":{"id":"p1","n":1e400000}}'],
    [
      'deep nesting',
      `{"id":"e1","type":"order.paid","data":{"id":"p1","n":${'['.repeat(20_000)}${']'.repeat(20_000)}}}`,
    ],
    ['an id that is too long', `{"id":"${'x'.repeat(513)}","type":"order.paid","data":{"id":"p1"}}`],
  ])('signed, but %s: 200 quarentena, and the bytes are kept', async (_, texto) => {
    const r = await postar(texto);
    expect(r.status).toBe(200);
    expect(r.corpo).toMatchObject({ resultado: 'quarentena', motivo: expect.stringMatching(/.{5,}/) });
    expect(JSON.stringify(r.corpo).length).toBeLessThan(4096);
    expect(await guardados()).toEqual([]);
    expect((await emQuarentena()).map((q) => q.corpo)).toEqual([Buffer.from(texto)]);
  });
  it('a culprit does not take down the rows that share its INSERT', async () => {
    const nul = '{"id":"mau","type":"order.paid","data":{"id":"p1","nota":"\\u0000"}}';
    const corpos = Array.from({ length: 60 }, (_, i) =>
      i % 20 === 7 ? nul.replace('mau', `mau${i}`) : evento(`e${i}`),
    );
    const respostas = await Promise.all(corpos.map((c) => postar(c)));
    expect(respostas.map((r) => r.status)).toEqual(Array(60).fill(200));
    expect(await guardados()).toHaveLength(57);
    expect(await emQuarentena()).toHaveLength(3);
  });
  it('credentials among the headers are not kept in quarantine', async () => {
    await postar('{}', { cabecalhos: { authorization: 'Bearer xyz', 'x-api-key': 'xyz', 'x-outro': 'fica' } });
    const [q] = await emQuarentena();
    expect(JSON.stringify(q?.cabecalhos)).not.toContain('xyz');
    expect(q?.cabecalhos).toMatchObject({ 'x-outro': 'fica' });
  });
  it('an id beyond 2^53 as a number is kept exactly, as text', async () => {
    await postar(
      '{"id":820982911946154508,"type":"order.paid","occurred_at":"2026-03-01T12:00:00Z","data":{"id":9007199254740993}}',
    );
    expect(await guardados()).toMatchObject([{ evento_id: '820982911946154508', recurso_id: '9007199254740993' }]);
  });
  it('a body over the limit: 413, also in chunks, and nothing kept', async () => {
    const grande = Buffer.from(evento('e1', { nota: 'x'.repeat(LIMITE) }));
    expect(await postarCru(grande, assinarLoja(SEGREDO, grande))).toBe(413);
    expect(await postarCru(grande, assinarLoja(SEGREDO, grande), true)).toBe(413);
    expect(await guardados()).toEqual([]);
  });
  it('gzip is not unpacked: over the limit 413, below it the signed bytes go to quarantine', async () => {
    const pequeno = gzipSync(evento('e1', { nota: 'x'.repeat(LIMITE) }));
    const cabecalhos = { ...assinarLoja(SEGREDO, pequeno), 'content-encoding': 'gzip' };
    expect(await postarCru(pequeno, cabecalhos)).toBe(200);
    expect((await emQuarentena()).map((q) => q.corpo)).toEqual([pequeno]);
    const grande = Buffer.concat([pequeno, Buffer.alloc(LIMITE)]);
    expect(await postarCru(grande, { ...assinarLoja(SEGREDO, grande), 'content-encoding': 'gzip' })).toBe(413);
  });
  it.each([
    ['with a charset', 'application/json; charset=utf-8'],
    ['of a form', 'application/x-www-form-urlencoded'],
    ['that is none', null],
    ['that is no media type at all', ';;;'],
  ])('a content type %s is as any', async (_, tipo) => {
    const { 'content-type': __, ...assinatura } = assinarLoja(SEGREDO, corpo);
    const cabecalhos = tipo === null ? assinatura : { ...assinatura, 'content-type': tipo };
    expect(await postarCru(Buffer.from(corpo), cabecalhos)).toBe(200);
    expect(await guardados()).toHaveLength(1);
  });
  it('multibyte text that is split over chunks verifies', async () => {
    const multibyte = Buffer.from(evento('e1', { nota: 'ação 🛒'.repeat(3000).slice(0, 20_000) }));
    expect(await postarCru(multibyte, assinarLoja(SEGREDO, multibyte), true)).toBe(200);
  });
});

describe('types that are no order event', () => {
  it('are stored and closed at once', async () => {
    await postar(evento('e1', { type: 'product.updated' }));
    expect(await guardados()).toMatchObject([{ resultado: 'tipo_ignorado', recurso_id: null }]);
    await receptor.terminar();
    expect(acordados).toEqual([]);
  });
});

describe('when the inbox cannot take it', () => {
  it('answers 503 with Retry-After within the deadline while the table is locked, and 200 afterwards', async () => {
    const trava = await banco.sql.reserve();
    await trava`begin`;
    await trava`lock table webhook_eventos in access exclusive mode`;
    const inicio = performance.now();
    const r = await postar(evento('e1'));
    expect(r.status).toBe(503);
    expect(Number(r.cabecalhos.get('retry-after'))).toBeGreaterThan(0);
    expect(performance.now() - inicio).toBeLessThan(4_000);
    await trava`rollback`;
    trava.release();
    expect((await postar(evento('e1'))).status).toBe(200);
    expect(await guardados()).toHaveLength(1);
  });
  it('answers 503, never 4xx, when Postgres refuses the write, and stores it later', async () => {
    await banco.sql`alter table webhook_eventos rename to fora`;
    const r = await postar(evento('e1'));
    await banco.sql`alter table fora rename to webhook_eventos`;
    expect(r.status).toBe(503);
    expect((await postar(evento('e1'))).corpo.resultado).toBe('recebido');
  });
});

describe('over its limits', () => {
  it('asks the store to come again, before reading the body, and serves again as soon as there is room', async () => {
    const pequeno = novoReceptor({ maxEmVoo: 2, maxBytes: 10_000, maxEsperando: 100 });
    await pequeno.app.listen({ port: 0, host: '127.0.0.1' });
    const { port } = pequeno.app.server.address() as AddressInfo;
    const enviar = (id: string) => {
      const corpo = evento(id);
      return fetch(`http://127.0.0.1:${port}/webhooks/loja`, {
        method: 'POST',
        headers: assinarLoja(SEGREDO, corpo),
        body: corpo,
      });
    };
    const trava = await banco.sql.reserve();
    await trava`begin`;
    await trava`lock table webhook_eventos in access exclusive mode`;
    const presas = [enviar('e1'), enviar('e2')];
    await new Promise((r) => setTimeout(r, 200));
    const alem = await Promise.all(Array.from({ length: 20 }, (_, i) => enviar(`x${i}`)));
    expect(alem.map((r) => r.status)).toEqual(Array(20).fill(503));
    expect(alem.every((r) => Number(r.headers.get('retry-after')) > 0)).toBe(true);
    await trava`rollback`;
    trava.release();
    expect((await Promise.all(presas)).map((r) => r.status)).toEqual([200, 200]);
    expect((await enviar('e3')).status).toBe(200);
    await pequeno.app.close();
  });
  it('cuts a body that would be more than all bodies may hold, and keeps the one that was first', async () => {
    const pequeno = novoReceptor({ maxEmVoo: 100, maxBytes: 40_000, maxEsperando: 100 });
    await pequeno.app.listen({ port: 0, host: '127.0.0.1' });
    const { port } = pequeno.app.server.address() as AddressInfo;
    const corpo = Buffer.from(evento('e1', { nota: 'x'.repeat(30_000) }));
    const abrir = () => {
      const headers = { ...assinarLoja(SEGREDO, corpo), 'content-length': String(corpo.length) };
      const req = request({ port, path: '/webhooks/loja', method: 'POST', headers });
      const status = new Promise<number>((resolve, reject) => {
        req.on('response', (res) => resolve(res.resume().statusCode ?? 0)).on('error', reject);
      });
      return { req, status };
    };
    const primeira = abrir();
    primeira.req.write(corpo.subarray(0, 25_000));
    await new Promise((r) => setTimeout(r, 100));
    const segunda = abrir();
    segunda.req.write(corpo.subarray(0, 25_000));
    expect(await segunda.status).toBe(503);
    primeira.req.end(corpo.subarray(25_000));
    expect(await primeira.status).toBe(200);
    await pequeno.app.close();
  });
});

describe('for probes and Prometheus', () => {
  it('says what it did', async () => {
    await postar(evento('e1'));
    const texto = await (await fetch(`http://127.0.0.1:${porta}/metrics`)).text();
    expect(texto).toMatch(/entrada_webhooks_received_total\{origem="loja"\} \d+/);
    expect(texto).toMatch(/entrada_ack_duration_seconds_count\{origem="loja"\} \d+/);
    expect((await fetch(`http://127.0.0.1:${porta}/readyz`)).status).toBe(200);
    expect((await fetch(`http://127.0.0.1:${porta}/livez`)).status).toBe(200);
  });
});

describe('a store of another kind', () => {
  it('is greeted as it wants to be, unsigned, and nothing is stored', async () => {
    const saudar = (corpo: string) =>
      fetch(`http://127.0.0.1:${porta}/webhooks/curiosa`, { method: 'POST', body: corpo });
    const r = await saudar('webhook_id=7');
    expect([r.status, r.headers.get('content-type'), await r.text()]).toEqual([200, 'text/plain', 'ola']);
    expect((await saudar('webhook_id=8')).status).toBe(401);
    expect(await guardados()).toEqual([]);
    expect(await emQuarentena()).toEqual([]);
  });
  it('asks about personal data: it is recorded and answered, and the log says that somebody has to act', async () => {
    const { corpo } = await postar('{"redact":1}', { origem: 'curiosa' });
    expect(corpo).toMatchObject({ resultado: 'recebido' });
    expect(await guardados()).toMatchObject([{ resultado: 'privacidade', recurso_id: null, tipo: 'customers/redact' }]);
    expect(linhasDoLog.join()).toContain('a request about personal data was recorded');
    expect(acordados).toEqual([]);
  });
  it('that names no event: the same bytes are a duplicate while they wait, and then a new event', async () => {
    const entregar = async () => (await postar('{"a":1}', { origem: 'curiosa' })).corpo;
    const primeira = await entregar();
    expect(await entregar()).toEqual({ ...primeira, resultado: 'duplicado' });
    await banco.sql`update webhook_eventos set aplicado_em = now(), resultado = 'gatilho'`;
    const outra = await entregar();
    expect(outra).toMatchObject({ resultado: 'recebido' });
    expect(outra.evento_id).not.toBe(primeira.evento_id);
    await vi.waitFor(() => expect(acordados.at(-1)).toMatchObject({ origem: 'curiosa', evento_id: outra.evento_id }));
  });
});
