import { chmod, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { conectar } from '@entrada/db';
import { createFila } from '@entrada/queue';
import { createLogger, lerSistemaLocal } from '@entrada/runtime';
import { NODE_TS, type Processo, redisDeTeste, startProcess } from '@entrada/testing';
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest';
import { filhos, MAIN, RAIZ, vivos } from './entrada.suite.ts';

const PRAZO_MS = 300_000;
const semRedis = inject('redisUrl') === '';

/** The temporary folder of one test, to see what stays in it. */
let tmp: string;
beforeEach(async () => {
  tmp = await mkdtemp(join(tmpdir(), 'entrada-e2e-'));
  await chmod(tmp, 0o711);
});
afterEach(() => rm(tmp, { recursive: true, force: true }));

function demo(argumentos: readonly string[], mais: Record<string, string> = {}): Processo {
  const args = [...NODE_TS, MAIN, 'demo', ...argumentos];
  return startProcess({ command: process.execPath, args, cwd: RAIZ, env: { TMPDIR: tmp, ...mais } });
}

/** The line of JSON among the progress. */
async function resultado(args: readonly string[], env: Record<string, string> = {}) {
  const processo = demo(['--json', ...args], env);
  const { code } = await processo.terminou;
  const linha = processo
    .saida()
    .split('\n')
    .find((l) => l.startsWith('{'));
  if (linha === undefined) throw new Error(`no audit was printed:\n${processo.saida()}`);
  const sobra = (await readdir(tmp)).filter((n) => n.startsWith('entrada-'));
  return { code, auditoria: JSON.parse(linha), progresso: processo.saida(), sobra };
}

function exigirLimpa({ code, auditoria, sobra }: Awaited<ReturnType<typeof resultado>>, pedidos: number): void {
  expect(auditoria.problemas).toEqual([]);
  expect(auditoria).toMatchObject({ certo: true, numeros: { pedidos } });
  for (const item of auditoria.itens) expect(item.encontrado, item.nome).toBe(item.esperado);
  expect(code).toBe(0);
  expect(sobra).toEqual([]);
}

describe('entrada demo', () => {
  it(
    'plays real stores: one that tells everything, and one that only says what changed',
    async () => {
      const feito = await resultado(['--pedidos', '60', '--dialeto', 'shopify', '--dialeto', 'nuvemshop']);
      exigirLimpa(feito, 60);
      expect(feito.auditoria.opcoes.lojas).toEqual(['shopify', 'nuvemshop']);
      expect(feito.auditoria.numeros.leituras_da_api).toBeGreaterThan(20);
    },
    PRAZO_MS,
  );
  it(
    'is clean on its own Postgres, with the queue in it, and leaves nothing behind',
    async () => {
      const feito = await resultado(['--pedidos', '120', '--semente', 'e2e']);
      exigirLimpa(feito, 120);
      expect(feito.auditoria).toMatchObject({ fila: 'Postgres', opcoes: { semente: 'e2e' }, esperados: [] });
      const { numeros } = feito.auditoria;
      for (const n of ['nunca_reconhecidos', 'duplicatas', 'leituras_da_api', 'regressoes_de_terminal', 'efeitos'])
        expect(numeros[n], n).toBeGreaterThan(0);
      expect(feito.progresso).toMatch(/orders \d+\/120; events told \d+/);
    },
    PRAZO_MS,
  );

  it(
    'is clean when its only worker is killed half way',
    async () => {
      const feito = await resultado(['--pedidos', '120', '--matar-worker']);
      expect(feito.progresso).toMatch(/worker ended \(SIGKILL\); starting it again/);
      exigirLimpa(feito, 120);
    },
    PRAZO_MS,
  );

  it(
    'without the API only orders that missed a webhook differ, and they are listed',
    async () => {
      const feito = await resultado(['--pedidos', '160', '--sem-api', '--semente', 'e2e']);
      exigirLimpa(feito, 160);
      const { esperados, numeros, itens } = feito.auditoria;
      expect(numeros.leituras_da_api).toBe(0);
      expect(esperados.length).toBeGreaterThan(0);
      const pedidos = itens.find((i: { nome: string }) => i.nome === 'orders as the store has them');
      expect(pedidos.esperado).toBe(160 - numeros.pedidos_com_falta);
      expect(new Set(esperados.map((e: { pedido: string }) => e.pedido)).size).toBeLessThanOrEqual(
        numeros.pedidos_com_falta,
      );
    },
    PRAZO_MS,
  );

  it.skipIf(semRedis)(
    'is clean with two workers on Redis, one of them killed, and leaves Redis empty',
    async () => {
      const redis = await redisDeTeste();
      const feito = await resultado(['--pedidos', '120', '--matar-worker'], { REDIS_URL: redis.url });
      exigirLimpa(feito, 120);
      expect(feito.auditoria.fila).toBe('Redis');
      expect(await redis.comando('DBSIZE')).toBe(':0');
      await redis.fechar();
    },
    PRAZO_MS,
  );

  it.skipIf(semRedis)(
    'does not touch a Redis that serves another system',
    async () => {
      const redis = await redisDeTeste();
      const logger = createLogger({ nome: 'teste', level: 'silent' });
      const fila = await createFila({ redisUrl: redis.url, databaseUrl: null, papel: 'produtor', logger });
      await fila.fila('agenda').upsertJobScheduler('varrer', { every: 15_000 }, { name: 'varrer', data: {} });
      const processo = demo([], { REDIS_URL: redis.url });
      expect((await processo.terminou).code).toBe(1);
      expect(processo.saida()).toContain('The Redis of REDIS_URL already serves an Entrada.');
      expect(await fila.fila('agenda').getJobSchedulersCount()).toBe(1);
      await fila.fechar();
      await redis.fechar();
    },
    PRAZO_MS,
  );

  it(
    'with --keep runs on; the audit finds what is broken afterwards; Ctrl-C ends all of it',
    async () => {
      const processo = demo(['--pedidos', '30', '--duracao', '3', '--keep']);
      await processo.esperarLinha(/Stop with Ctrl-C/, { prazoMs: PRAZO_MS });
      expect(processo.saida()).toContain('All of it is as the stores and the ERP say.');
      const [, simulador = ''] = /simulator +(http\S+)/.exec(processo.saida()) ?? [];
      const [, pasta = ''] = /--pasta (\S+)/.exec(processo.saida()) ?? [];
      const programas = filhos(processo.pid);
      expect(Object.keys(programas).sort()).toEqual(['console', 'receiver', 'simulator', 'worker']);

      const sistema = await lerSistemaLocal(pasta);
      const sql = conectar(sistema?.database_url ?? '', { max: 1 });
      await sql`update pedidos set total_centavos = total_centavos + 1 where origem = 'loja' and total_centavos is not null`;
      await sql`delete from outbox where seq = (select min(seq) from outbox where enviado_em is not null)`;
      await sql.end();
      const resposta = await fetch(`${simulador}/auditoria`, { method: 'POST' });
      const { certo, itens } = (await resposta.json()) as { certo: boolean; itens: { nome: string; certo: boolean }[] };
      expect(certo).toBe(false);
      const errados = itens.filter((i) => !i.certo).map((i) => i.nome);
      expect(errados).toEqual(
        expect.arrayContaining(['orders as the store has them', 'effects at the ERP once, in order']),
      );

      processo.matar('SIGINT');
      expect(await processo.terminou).toMatchObject({ code: 0 });
      expect(vivos(Object.values(programas))).toEqual([]);
      expect(await readdir(tmp)).not.toContain(basename(pasta));
    },
    PRAZO_MS,
  );

  it(
    'Ctrl-C in the middle ends all of it, and nothing stays',
    async () => {
      const processo = demo(['--pedidos', '200']);
      await processo.esperarLinha(/the ERP fails for a while/, { prazoMs: PRAZO_MS });
      const programas = Object.values(filhos(processo.pid));
      expect(programas).toHaveLength(3);
      processo.matar('SIGINT');
      expect(await processo.terminou).toMatchObject({ code: 0 });
      expect(vivos(programas)).toEqual([]);
      expect((await readdir(tmp)).filter((n) => n.startsWith('entrada-'))).toEqual([]);
    },
    PRAZO_MS,
  );

  it('refuses what it does not know', async () => {
    const processo = demo(['--pedidos', 'muitos']);
    expect((await processo.terminou).code).toBe(1);
    expect(processo.saida()).toContain('It must be a whole number from 2 to 100000.');
  });
});
