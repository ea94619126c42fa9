import { createHmac } from 'node:crypto';
import { Agent, request } from 'node:http';
import { describe, expect, it } from 'vitest';
import { SEGREDO, type Sistema, subirSistema } from './sistema.ts';

const TOTAL = 100_000;
const semente = Number(process.env.SEMENTE ?? Math.floor(Math.random() * 2 ** 31));

/** mulberry32: the run can be repeated from its seed. */
function sorteador(s: number): () => number {
  let a = s;
  return () => {
    a = (a + 0x6d2b79f5) | 0;
    let t = Math.imul(a ^ (a >>> 15), 1 | a);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const rnd = sorteador(semente);
const inteiro = (n: number): number => Math.floor(rnd() * n);
const um = <T>(lista: readonly T[]): T => lista[inteiro(lista.length)]!;

const TIPOS = ['order.created', 'order.paid', 'order.shipped', 'order.canceled', 'order.refunded', 'order.x', 'a', ''];
const VALORES = [
  'null',
  'true',
  '0',
  '-1',
  '1e400000',
  '1E-999',
  '9007199254740993',
  '0.1e2',
  '"\\u0000"',
  '"\\ud800"',
  '"\\udfff\\ud800"',
  '[]',
  '{}',
  '"2026-02-30T00:00:00Z"',
  '"😀"',
  '""',
  '123456789012345678901234567890',
  '-0',
  `"${'x'.repeat(600)}"`,
];

const texto = (): string =>
  um(['a', 'é', '😀', '\\u0000', '\\"', ' ', '\\ud83d', '__proto__', 'x'.repeat(inteiro(700))]);
const valido = (): string => {
  const id = `f${inteiro(40_000)}`;
  return `{"id":"${id}","type":"${um(TIPOS)}","sequence":${inteiro(20)},"occurred_at":"2026-03-01T12:00:00Z","data":{"id":"p${inteiro(3_000)}","total_cents":${inteiro(99_999)}}}`;
};

/** One body of each family that has ever hurt a receiver. */
const FAMILIAS: (() => Buffer)[] = [
  () => Buffer.from(valido()),
  () => Buffer.from(Array.from({ length: inteiro(200) }, () => inteiro(256))),
  () => mutar(Buffer.from(valido())),
  () =>
    Buffer.from(
      valido().replace(/"(id|type|sequence|occurred_at|data|total_cents)":("[^"]*"|\d+)/g, (m, k: string) =>
        rnd() < 0.4 ? `"${k}":${um(VALORES)}` : m,
      ),
    ),
  () => Buffer.from(`${'['.repeat(inteiro(30_000))}`),
  () =>
    Buffer.from(
      `{"id":"n${inteiro(999)}","type":"order.paid","data":{"id":"p","n":${'{"a":'.repeat(inteiro(9_000))}1${'}'.repeat(inteiro(9_000))}}}`,
    ),
  () => Buffer.from(valido().replace('{"id"', `{"id":${um(VALORES)},"id"`)),
  () =>
    Buffer.from(
      valido().replace('{"id"', `{"__proto__":{"id":"x","polluted":true},"constructor":{"prototype":{"y":1}},"id"`),
    ),
  () => Buffer.from(valido().replace('"data":{', `"${texto()}":"${texto()}","data":{"${texto()}":"${texto()}",`)),
  () => Buffer.from(`\ufeff${valido()}`),
  () => Buffer.from(valido(), rnd() < 0.5 ? 'utf16le' : 'latin1'),
  () => Buffer.from(valido().replace('"p', `"${'9'.repeat(inteiro(600))}`)),
];

function mutar(b: Buffer): Buffer {
  for (let i = 0; i <= inteiro(4); i++) b[inteiro(b.length)] = inteiro(256);
  return rnd() < 0.2 ? b.subarray(0, inteiro(b.length)) : b;
}

const agente = new Agent({ keepAlive: true, maxSockets: 16 });

function postar(porta: number, corpo: Buffer, assinatura: string): Promise<{ status: number; resultado?: string }> {
  return new Promise((resolve, reject) => {
    const req = request(
      {
        port: porta,
        path: '/webhooks/loja',
        method: 'POST',
        agent: agente,
        headers: { 'x-loja-signature': assinatura, 'content-length': corpo.length },
      },
      (res) => {
        let lido = '';
        res.setEncoding('utf8').on('data', (d: string) => (lido += d));
        res.on('end', () => resolve({ status: res.statusCode ?? 0, ...(JSON.parse(lido) as object) }));
      },
    );
    req.on('error', reject);
    req.end(corpo);
  });
}

async function bombardear(sistema: Sistema): Promise<Map<string, number>> {
  const contagem = new Map<string, number>();
  let feitos = 0;
  const atirador = async () => {
    while (feitos < TOTAL) {
      feitos += 1;
      const corpo = um(FAMILIAS)();
      const certa = createHmac('sha256', SEGREDO).update(corpo).digest('hex');
      const assinada = rnd() < 0.97;
      const { status, resultado } = await postar(sistema.porta, corpo, assinada ? certa : certa.replace(/^./, 'x'));
      const chave = `${assinada ? 'signed' : 'forged'} ${status} ${resultado ?? ''}`.trim();
      contagem.set(chave, (contagem.get(chave) ?? 0) + 1);
    }
  };
  await Promise.all(Array.from({ length: 16 }, atirador));
  return contagem;
}

describe('100,000 bodies that no store should send', () => {
  it(`give no 5xx and no crash, and every signed one is in the inbox or in quarantine (SEMENTE=${semente})`, async () => {
    const sistema = await subirSistema({ redisUrl: null });
    const contagem = await bombardear(sistema);
    const de = (chave: string): number => contagem.get(chave) ?? 0;
    const permitidas = ['signed 200 recebido', 'signed 200 duplicado', 'signed 200 quarentena', 'forged 401'];
    expect([...contagem.keys()].filter((k) => !permitidas.includes(k))).toEqual([]);
    for (const k of permitidas) expect(de(k), k).toBeGreaterThan(100);

    const [inbox] = await sistema.banco
      .sql`select count(*) as linhas, coalesce(sum(duplicatas), 0)::int as duplicatas from webhook_eventos`;
    const [q] = await sistema.banco.sql`select count(*) as linhas from quarentena`;
    expect(inbox).toEqual({ linhas: de('signed 200 recebido'), duplicatas: de('signed 200 duplicado') });
    expect(q).toEqual({ linhas: de('signed 200 quarentena') });

    await sistema.esperarTudoAplicado(180_000);
    expect(await sistema.banco.sql`select count(*) from webhook_eventos where tentativas > 0 or quedas > 0`).toEqual([
      { count: 0 },
    ]);
    expect(sistema.erros()).toEqual([]);
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
    await sistema.fechar();
  }, 600_000);
});
