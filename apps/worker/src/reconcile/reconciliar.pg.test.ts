import { registrarOrigens } from '@entrada/db';
import { criarOrigem, type Origem } from '@entrada/providers';
import { createLogger } from '@entrada/runtime';
import { type BancoDeTeste, bancoDeTeste } from '@entrada/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type LojaDupla, lojaDupla } from '../loja-dupla.suite.ts';
import { reconciliar } from './reconciliar.ts';

let banco: BancoDeTeste;
let loja: LojaDupla;
let origem: Origem;
let acordados: string[];

beforeEach(async () => {
  banco = await bancoDeTeste();
  loja = await lojaDupla();
  origem = criarOrigem({
    nome: 'loja',
    dialeto: 'loja',
    segredos: ['s'],
    versao: 'instante',
    apiUrl: loja.url,
    apiToken: 't',
    opcoes: {},
  });
  await registrarOrigens(banco.sql, [{ nome: 'loja', dialeto: 'loja', criterio: 'instante' }]);
  acordados = [];
});
afterEach(async () => {
  await loja.fechar();
  await banco.fechar();
});

const correr = (continuar = () => true) =>
  reconciliar(
    {
      continuar,
      sql: banco.sql,
      logger: createLogger({ nome: 'test', level: 'silent' }),
      enfileirar: async (pedidos) => void acordados.push(...pedidos.map((p) => p.recurso_id)),
    },
    origem,
  );

const haPouco = (ms: number): string => new Date(Date.now() - ms).toISOString();
const encher = (n: number) => {
  for (let i = 0; i < n; i++)
    loja.pedidos.set(`p${i}`, { id: `p${i}`, status: 'paid', updated_at: haPouco(3_600_000 - i), total_cents: i });
};
const conhecidos = async (): Promise<number> =>
  (await banco.sql<[{ n: number }]>`select count(distinct recurso_id) as n from webhook_eventos where fonte = 'api'`)[0]
    .n;
const cursor = async () =>
  (
    await banco.sql<
      { valor: Date; pagina: string | null; dono: string | null }[]
    >`select valor, pagina, dono from cursores`
  )[0];

describe('a reconciliation', () => {
  it('of 10,000 changed orders over 100 pages, with a page that fails, a broken order and orders that change meanwhile, misses none', async () => {
    encher(10_000);
    loja.pedidos.set('p77', { id: 'p77', status: 'paid', updated_at: '2026-99-99T00:00:00Z' });
    loja.pedidos.set('p78', { ...loja.pedidos.get('p78')!, status: 'a word from the future' });
    let paginas = 0;
    loja.intervir = (_req, res) => {
      paginas += 1;
      // Orders that are listed already, and one that is not, change while we page.
      for (const id of ['p3', 'p9000'])
        loja.pedidos.set(id, { ...loja.pedidos.get(id)!, status: 'shipped', updated_at: haPouco(0) });
      if (paginas !== 40 && paginas !== 41) return false;
      res.writeHead(503).end();
      return true;
    };
    const antes = process.memoryUsage().heapUsed;
    const run = await correr();
    expect(run).toMatchObject({ erro: null, ilegiveis: 2 });
    expect(process.memoryUsage().heapUsed - antes).toBeLessThan(150_000_000);
    expect(await conhecidos()).toBe(9_998);
    expect(run?.perdidos).toBe(run?.novos);
    const quarentena = await banco.sql`select fonte, motivo, corpo from quarentena order by id`;
    expect(quarentena).toHaveLength(2);
    expect(String(quarentena[0]?.corpo)).toContain('p7');
    expect(new Set(acordados).size).toBe(9_998);

    loja.intervir = () => false;
    expect(await correr()).toMatchObject({ erro: null, perdidos: 0 });
    const estados = await banco.sql<{ payload: string }[]>`
      select payload ->> 'status' as payload from webhook_eventos where recurso_id in ('p3', 'p9000')`;
    expect(estados.map((e) => e.payload)).toContain('enviado');
  }, 120_000);

  it('that dies half way goes on from its page, and the cursor moves only at the end', async () => {
    encher(500);
    const inicio = await (async () => {
      loja.intervir = (req, res) => {
        if (!req.url?.includes('cursor')) return false;
        res.writeHead(401).end('no');
        return true;
      };
      expect(await correr()).toMatchObject({ erro: expect.stringContaining('401'), paginas: 1 });
      return cursor();
    })();
    expect(inicio).toMatchObject({ pagina: expect.any(String), dono: null });
    expect(await conhecidos()).toBe(100);
    loja.intervir = () => false;
    loja.perguntas = [];
    expect(await correr()).toMatchObject({ erro: null, paginas: 4 });
    expect(loja.perguntas[0]).toContain('cursor=');
    expect(await conhecidos()).toBe(500);
    const fim = await cursor();
    expect(fim?.pagina).toBe(null);
    expect(fim!.valor.getTime()).toBeGreaterThan(inicio!.valor.getTime());
  });

  it('stops after its page when the process is asked to end, and the next one goes on', async () => {
    encher(300);
    let perguntas = 0;
    expect(await correr(() => perguntas++ < 1)).toMatchObject({
      erro: expect.stringContaining('shutting down'),
      paginas: 1,
    });
    expect(await cursor()).toMatchObject({ pagina: expect.any(String), dono: null });
    expect(await correr()).toMatchObject({ erro: null, paginas: 2 });
    expect(await conhecidos()).toBe(300);
  });

  it('reads again from two minutes before, and the same reading is the same row', async () => {
    encher(10);
    expect(await correr()).toMatchObject({ novos: 10 });
    await banco.sql`update cursores set valor = now() - interval '2 hours'`;
    expect(await correr()).toMatchObject({ lidos: 10, novos: 0 });
    loja.perguntas = [];
    await banco.sql`update cursores set valor = '2026-03-01T12:00:00Z'`;
    await correr();
    expect(decodeURIComponent(loja.perguntas[0] ?? '')).toContain('2026-03-01T11:58:00.000Z');
  });

  it('never runs twice at once, and one that lost its lease leaves nothing of its page', async () => {
    encher(300);
    const outras: Awaited<ReturnType<typeof correr>>[] = [];
    loja.intervir = (_req, res) => {
      loja.intervir = () => false;
      // The first run waits for this answer, and asks again, until another one has come and gone.
      void correr().then((outra) => {
        outras.push(outra);
        res.writeHead(503).end();
      });
      return true;
    };
    expect(await correr()).not.toBeNull();
    expect(outras).toEqual([null]);
    await banco.sql`truncate webhook_eventos`;
    await banco.sql`update cursores set valor = now() - interval '1 day'`;
    loja.intervir = () => {
      void banco.sql`update cursores set dono = 'outro', ate = now() + interval '1 min'`.execute();
      return false;
    };
    await new Promise((r) => setTimeout(r, 50));
    const perdida = await correr();
    expect(perdida?.erro ?? 'not run').toMatch(/took over|not run/);
    expect((await conhecidos()) % 100).toBe(0);
    expect(await cursor()).toMatchObject({ dono: 'outro' });
  });

  it('takes its time from the store, whose clock may be behind ours', async () => {
    encher(3);
    const daLoja = new Date(Date.now() - 30 * 60_000);
    loja.intervir = (_req, res) => {
      res.setHeader('date', daLoja.toUTCString());
      return false;
    };
    await correr();
    expect(Math.abs((await cursor())!.valor.getTime() - daLoja.getTime())).toBeLessThan(1_000);
  });

  it('does not count as missed what a webhook told, or is telling', async () => {
    encher(3);
    await banco.sql`insert into pedidos (origem, id, status, versao_origem, versao_maxima, foi_enviado) values ('loja', 'p0', 'pago', 1, 1, false)`;
    await banco.sql`insert into webhook_eventos (origem, evento_id, recurso_id, tipo, fonte, payload) values ('loja', 'w', 'p1', 'order.paid', 'webhook', '{}')`;
    expect(await correr()).toMatchObject({ novos: 3, perdidos: 1 });
  });
});
