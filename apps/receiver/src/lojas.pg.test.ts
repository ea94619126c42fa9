import { once } from 'node:events';
import { request } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  type DialetoDaLoja,
  loja,
  mercadoPago,
  nuvemshop,
  shopify,
  standardWebhooks,
  stripe,
  venddor,
  woocommerce,
} from '@entrada/lojas';
import { criarOrigem } from '@entrada/providers';
import { createLogger, createMetrics } from '@entrada/runtime';
import { type BancoDeTeste, bancoDeTeste } from '@entrada/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { criarReceptor } from './receptor.ts';

const LIMITE = 5 * 1024 * 1024;
const SEGREDO = 'segredo-de-exemplo';
const WHSEC = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
const LOJAS: readonly [string, DialetoDaLoja, segredo: string][] = [
  ['loja', loja, SEGREDO],
  ['venddor', venddor, SEGREDO],
  ['shopify', shopify, SEGREDO],
  ['nuvemshop', nuvemshop, SEGREDO],
  ['woocommerce', woocommerce, SEGREDO],
  ['stripe', stripe, SEGREDO],
  ['mercado_pago', mercadoPago, SEGREDO],
  ['standard_webhooks', standardWebhooks, WHSEC],
];

/** What a re-encoding would change: escapes that JSON does not ask for, and text of several bytes a character. */
const DIFICIL = String.raw`"a\/b\u0026c\u003cação 🛒`;

let banco: BancoDeTeste;
let receptor: ReturnType<typeof criarReceptor>;
let porta: number;

beforeAll(async () => {
  banco = await bancoDeTeste();
  const origens = LOJAS.map(([nome, dialeto, segredo]) =>
    criarOrigem({
      nome,
      dialeto: nome,
      segredos: [segredo],
      versao: null,
      apiUrl: dialeto.responder ? 'https://api.example.com' : null,
      apiToken: dialeto.responder ? 't' : null,
      opcoes: {},
    }),
  );
  receptor = criarReceptor({
    sql: banco.sql,
    origens: new Map(origens.map((o) => [o.nome, o])),
    logger: createLogger({ nome: 'receiver', level: 'silent' }),
    metrics: createMetrics(),
    maxBodyBytes: LIMITE,
    enfileirar: async () => ({ pulados: 0 }),
    readyz: () => null,
  });
  await receptor.app.listen({ port: 0, host: '127.0.0.1' });
  porta = (receptor.app.server.address() as AddressInfo).port;
});
afterAll(async () => {
  await receptor.app.close();
  await banco.fechar();
});

/** The store's own event of a new order, with an order's worth of lines: as many as the receiver takes. */
function eventoEnorme(dialeto: DialetoDaLoja) {
  const agora = new Date();
  const [passo] = dialeto.vidas(false).flatMap((v) => v.passos);
  const pedido = { id: '100000000001', status: passo?.palavra ?? '', sequence: 1, updated_at: agora.getTime() };
  const campos = { total_cents: 15_990, customer_email: 'ana@example.com' };
  const [fala] = dialeto.contar({ pedido: { ...pedido, ...campos }, tipo: passo?.tipo ?? '', de: null, campos });
  if (!fala) throw new Error(`${dialeto.nome} tells nothing of a new order`);
  const corpo = fala.corpo({ agora, retry: false });
  const linha = `${DIFICIL}${'x'.repeat(90)}"`;
  const linhas = Array.from({ length: Math.floor((LIMITE - 64 * 1024) / (Buffer.byteLength(linha) + 1)) }, () => linha);
  return { fala, agora, corpo: `{"linhas_do_pedido":[${linhas.join(',')}],${corpo.slice(1)}` };
}

/** In chunks of an odd size, so that characters are cut in two. */
async function postar(caminho: string, cabecalhos: Record<string, string>, corpo: Buffer) {
  const req = request({ port: porta, method: 'POST', path: caminho, headers: cabecalhos });
  for (let de = 0; de < corpo.length; de += 65_537) req.write(corpo.subarray(de, de + 65_537));
  req.end();
  const [res] = (await once(req, 'response')) as [import('node:http').IncomingMessage];
  let texto = '';
  for await (const parte of res) texto += String(parte);
  return { status: res.statusCode, texto };
}

it.each(LOJAS)(
  '%s: an event of 5 MB is stored byte for byte, whatever its escapes and its chunks',
  async (nome, dialeto, segredo) => {
    const { fala, agora, corpo } = eventoEnorme(dialeto);
    const consulta = fala.consulta ?? {};
    const cabecalhos = {
      ...fala.cabecalhos,
      ...dialeto.assinar(corpo, segredo, {}, { agora, consulta }),
      'content-type': 'application/json; charset=utf-8',
    };
    const bytes = Buffer.from(corpo);
    expect(bytes.length).toBeGreaterThan(4_900_000);

    const caminho = `/webhooks/${nome}?${new URLSearchParams(consulta)}`;
    const { status, texto } = await postar(caminho, cabecalhos, bytes);
    expect([status, texto]).toEqual([200, expect.stringContaining('"recebido"')]);
    const guardados = await banco.sql<{ corpo: Buffer; resultado: string | null }[]>`
    select corpo, resultado from webhook_eventos where origem = ${nome}`;
    expect(guardados).toHaveLength(1);
    expect(guardados[0]?.corpo.equals(bytes)).toBe(true);
    expect(guardados[0]?.resultado).toBeNull();

    const [virado = 0] = bytes.subarray(-3, -2);
    bytes[bytes.length - 3] = virado ^ 1;
    if (dialeto !== mercadoPago) expect((await postar(caminho, cabecalhos, bytes)).status).toBe(401);
  },
);
