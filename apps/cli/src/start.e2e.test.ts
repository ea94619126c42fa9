import { once } from 'node:events';
import { stat } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { bancoDeTeste, type Processo, redisDeTeste, waitUntil } from '@entrada/testing';
import { afterEach, describe, expect, inject, it } from 'vitest';
import {
  criarLugar,
  entrada,
  enviar,
  executar,
  filhos,
  iniciarEntrada,
  type Lugar,
  pidDoPostgres,
  segredoDe,
  subirEntrada,
  vivos,
} from './entrada.suite.ts';

const desfazer: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const passo of desfazer.splice(0).reverse()) await passo();
});
async function lugarNovo(modo?: number): Promise<Lugar> {
  const lugar = await criarLugar(modo);
  desfazer.push(() => lugar.apagar());
  return lugar;
}
async function subir(lugar: Lugar, env: Record<string, string> = {}): Promise<Processo> {
  const processo = await subirEntrada(lugar, env);
  desfazer.push(() => parar(processo));
  return processo;
}
function parar(processo: Processo, sinal: NodeJS.Signals = 'SIGINT') {
  processo.matar(sinal);
  return processo.terminou;
}

/** A start takes 2 s; beside all other tests on two cores, ten times that. */
describe('entrada start', { timeout: 120_000 }, () => {
  it('runs everything with one command, and Ctrl-C stops all of it', async () => {
    const lugar = await lugarNovo();
    const processo = await subir(lugar);
    expect(Object.keys(filhos(processo.pid))).toEqual(expect.arrayContaining(['receiver', 'worker']));

    const comando = /^ {2}CORPO=[\s\S]+?(?=\n\n)/m.exec(processo.saida())?.[0] ?? '';
    const enviado = await executar('sh', ['-ec', comando]);
    expect(JSON.parse(enviado.saida.split('\n').at(-1) ?? '')).toMatchObject({
      resultado: 'recebido',
      evento_id: 'evt-1',
    });
    const lido = await waitUntil(() => pedidoAplicado(lugar, '1001'), { prazoMs: 20_000, intervaloMs: 200 });
    expect(lido).toMatchObject({
      pedido: { status: 'pago', total_centavos: 12990 },
      eventos: [{ evento_id: 'evt-1', resultado: 'aplicado', payload: { type: 'order.paid' } }],
      transicoes: [{ de: null, para: 'pago' }],
      efeitos: [{ efeito: 'liberar_separacao' }],
    });

    const pids = [...Object.values(filhos(processo.pid)), await pidDoPostgres(lugar)];
    expect(await parar(processo)).toEqual({ code: 0, signal: null });
    await waitUntil(() => vivos(pids).length === 0);
    const linhas = processo.saida();
    expect(linhas).toMatch(/receiver info {2}shut down/);
    expect(linhas).toMatch(/worker {3}info {2}shut down/);
    expect(linhas).not.toMatch(/error|fatal/);
    await expect(stat(join(lugar.pasta, 'ambiente.json'))).rejects.toThrow('ENOENT');
  });

  it('keeps data and secret for the next time, and stops on SIGTERM as well', async () => {
    const lugar = await lugarNovo();
    const primeiro = await subir(lugar);
    await enviar(lugar, 'e1', 'order.paid', 'p1');
    await waitUntil(() => pedidoAplicado(lugar, 'p1'), { prazoMs: 20_000, intervaloMs: 200 });
    const segredo = await segredoDe(lugar);
    expect((await stat(join(lugar.pasta, 'segredo'))).mode & 0o777).toBe(0o600);
    expect(await parar(primeiro, 'SIGTERM')).toEqual({ code: 0, signal: null });

    await subir(lugar);
    expect(await segredoDe(lugar)).toBe(segredo);
    expect(await pedidoAplicado(lugar, 'p1')).toMatchObject({ pedido: { status: 'pago' } });
    expect(await enviar(lugar, 'e1', 'order.paid', 'p1')).toMatchObject({ resultado: 'duplicado' });
  });

  it('recovers after everything was killed at once', async () => {
    const lugar = await lugarNovo();
    const processo = await subir(lugar);
    await enviar(lugar, 'e1', 'order.paid', 'p1');
    for (const pid of [processo.pid, ...Object.values(filhos(processo.pid)), await pidDoPostgres(lugar)])
      process.kill(pid, 'SIGKILL');
    await processo.terminou;

    await subir(lugar);
    // Where the kill hit the order's job: its lock of 30 s, the look for stalled jobs every 10 s, the sweep's 30 + 15 s.
    await waitUntil(() => pedidoAplicado(lugar, 'p1'), { prazoMs: 90_000, intervaloMs: 500 });
  }, 180_000);

  it('leaves nothing behind when it is killed itself, and starts again at once', async () => {
    const lugar = await lugarNovo();
    const processo = await subir(lugar);
    const pids = [...Object.values(filhos(processo.pid)), await pidDoPostgres(lugar)];
    process.kill(processo.pid, 'SIGKILL');
    await subir(lugar);
    expect(vivos(pids)).toEqual([]);
  });

  it('says so where another one runs from the same folder', async () => {
    const lugar = await lugarNovo();
    const primeiro = await subir(lugar);
    const segundo = iniciarEntrada(lugar);
    expect((await segundo.terminou).code).toBe(1);
    expect(segundo.saida().trim()).toBe(
      `Another \`entrada start\` (process ${primeiro.pid}) runs from ${lugar.pasta}. Stop that one first.`,
    );
    expect((await fetch(`${lugar.receiver}/livez`)).status).toBe(200);
  });

  it('says which port is in use, and nothing else', async () => {
    const lugar = await lugarNovo();
    const outro = createServer().listen(Number(lugar.env.RECEIVER_PORT), '127.0.0.1');
    await once(outro, 'listening');
    desfazer.push(() => new Promise((fechado) => outro.close(fechado)));
    const processo = iniciarEntrada(lugar);
    expect((await processo.terminou).code).toBe(1);
    expect(processo.saida().trim()).toBe(
      `port ${lugar.env.RECEIVER_PORT} is in use; set RECEIVER_PORT or stop the other program`,
    );
  });

  it('names everything that is wrong with the settings at once, before anything starts', async () => {
    const lugar = await lugarNovo();
    const env = {
      ORIGEM_A_DIALETO: 'nenhum',
      ORIGEM_A_SEGREDOS: 'x',
      ORIGEM_B_DIALETO: 'loja',
      WORKER_CONCURRENCY: '0',
    };
    const processo = iniciarEntrada(lugar, env);
    expect((await processo.terminou).code).toBe(1);
    for (const nome of ['ORIGEM_A_DIALETO', 'ORIGEM_B_SEGREDOS', 'WORKER_CONCURRENCY'])
      expect(processo.saida()).toContain(nome);
    expect(processo.saida()).not.toContain('    at ');
    await expect(stat(lugar.pasta)).rejects.toThrow('ENOENT');
  });

  it('starts a program again that dies, and says so', async () => {
    const lugar = await lugarNovo();
    const processo = await subir(lugar);
    process.kill(filhos(processo.pid).receiver ?? 0, 'SIGKILL');
    await processo.esperarLinha(/receiver ended \(SIGKILL\); starting it again in 1 s/);
    await processo.esperarLinha(/receiver is ready again/);
    expect(await enviar(lugar, 'e1', 'order.paid', 'p1')).toMatchObject({ resultado: 'recebido' });
  });

  it('stops in the middle of its own start', async () => {
    const lugar = await lugarNovo();
    const processo = iniciarEntrada(lugar);
    await processo.esperarLinha(/applied migration/);
    expect(await parar(processo)).toEqual({ code: 0, signal: null });
    const segundo = await subir(lugar);
    expect(await parar(segundo)).toEqual({ code: 0, signal: null });
  });

  it.runIf(process.getuid?.() === 0)('as root, runs from a folder that nobody else can enter', async () => {
    const lugar = await lugarNovo(0o700);
    await subir(lugar);
    await enviar(lugar, 'e1', 'order.paid', 'p1');
    await waitUntil(() => pedidoAplicado(lugar, 'p1'), { prazoMs: 20_000, intervaloMs: 200 });
  });

  it('uses the given database; a program that cannot work beside another one ends it with its message', async () => {
    const banco = await bancoDeTeste();
    desfazer.push(() => banco.fechar());
    const [lugar, outro] = [await lugarNovo(), await lugarNovo()];
    await subir(lugar, { DATABASE_URL: banco.url });
    await expect(stat(join(lugar.pasta, 'postgres'))).rejects.toThrow('ENOENT');
    await enviar(lugar, 'e1', 'order.paid', 'p1');
    await waitUntil(async () => (await banco.sql`select 1 from pedidos where id = 'p1'`).length === 1);

    const segundo = iniciarEntrada(outro, { DATABASE_URL: banco.url });
    expect((await segundo.terminou).code).toBe(1);
    expect(segundo.saida()).toContain('worker cannot start:');
    expect(segundo.saida()).toContain('set REDIS_URL');
  });

  it.skipIf(inject('redisUrl') === '')('uses the given Redis', async () => {
    const redis = await redisDeTeste();
    desfazer.push(() => redis.fechar());
    const lugar = await lugarNovo();
    const processo = await subir(lugar, { REDIS_URL: redis.url });
    expect(processo.saida()).toContain(`queue     ${redis.url}`);
    const simulado = await entrada(lugar, ['simulate', '--pedidos', '60', '--json']);
    expect(JSON.parse(simulado.saida)).toMatchObject({ certo: true, pedidos: 60, diferencas: [] });
  });

  it('gives up on a database that does not answer', async () => {
    const lugar = await lugarNovo();
    const processo = iniciarEntrada(lugar, { DATABASE_URL: 'postgres://u:senha-secreta@127.0.0.1:1/x' });
    expect((await processo.terminou).code).toBe(1);
    expect(processo.saida()).toMatch(/^The database does not answer: .*ECONNREFUSED/);
    expect(processo.saida()).not.toContain('senha-secreta');
  });
});

async function pedidoAplicado(lugar: Lugar, id: string): Promise<{ pedido: unknown } | null> {
  const { code, saida } = await entrada(lugar, ['pedido', 'loja', id, '--json']);
  const lido: { pedido: unknown } | null = code === 0 ? JSON.parse(saida) : null;
  return lido?.pedido ? lido : null;
}
