import { type Chave, consultaDoPedido, inserirEventos, pedirConsultas, registrarOrigens, transacao } from '@entrada/db';
import { criarOrigem, type Origem } from '@entrada/providers';
import { createLogger, createMetrics } from '@entrada/runtime';
import { type BancoDeTeste, bancoDeTeste } from '@entrada/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { criarMetricasDoApply } from '../apply/metricas.ts';
import { papelApply } from '../apply/papel.ts';
import { type LojaDupla, lojaDupla } from '../loja-dupla.suite.ts';
import { varrer } from '../sweep/varrer.ts';
import { lerPedidoDaApi } from './ler-pedido.ts';

let banco: BancoDeTeste;
let loja: LojaDupla;
let origens: Map<string, Origem>;
let aplicar: ReturnType<typeof papelApply>;
let paraLer: Chave[];
const logger = createLogger({ nome: 'test', level: 'silent' });

beforeEach(async () => {
  banco = await bancoDeTeste();
  loja = await lojaDupla();
  const comum = { segredos: ['s'], versao: null, apiUrl: loja.url, apiToken: 't', opcoes: {} };
  origens = new Map([
    ['loja', criarOrigem({ nome: 'loja', dialeto: 'loja', ...comum, versao: 'instante' })],
    ['venddor', criarOrigem({ nome: 'venddor', dialeto: 'venddor', ...comum })],
  ]);
  await registrarOrigens(
    banco.sql,
    [...origens.values()].map((o) => ({ nome: o.nome, dialeto: o.dialeto.nome, criterio: o.versao })),
  );
  paraLer = [];
  aplicar = papelApply({
    sql: banco.sql,
    origens,
    logger,
    acordar: async (fila, pedidos) => void (fila === 'consultar' && paraLer.push(...pedidos)),
    metricas: criarMetricasDoApply(createMetrics()),
  });
});
afterEach(async () => {
  await loja.fechar();
  await banco.fechar();
});

const ler = (chave: Chave) => {
  const leituras = createMetrics().counter({ name: 'x', help: 'x', labelNames: ['origem', 'resposta'] });
  return lerPedidoDaApi({ sql: banco.sql, origens, logger, metricas: { leituras }, enfileirar: async () => {} }, chave);
};
const VENDDOR: Chave = { origem: 'venddor', recurso_id: 'p1' };
const LOJA: Chave = { origem: 'loja', recurso_id: 'p1' };

let n = 0;
async function chegar(chave: Chave, tipo: string, corpo: object): Promise<void> {
  const texto = JSON.stringify(corpo);
  const evento = { ...chave, evento_id: `e${n++}`, tipo, payload: texto, corpo: Buffer.from(texto) };
  await inserirEventos(banco.sql, [{ ...evento, fonte: 'webhook', segredo_nome: null, resultado: null }]);
}
const mudou = (chave: Chave, de: string, para: string, em: string) =>
  chegar(chave, 'order.statusChanged', {
    event: 'order.statusChanged',
    payload: { order_id: chave.recurso_id, old_status: de, new_status: para, timestamp: em },
  });
const daLoja = (tipo: string, em: string) =>
  chegar(LOJA, tipo, { id: `x${n}`, type: tipo, occurred_at: em, data: { id: 'p1' } });

const as = (minuto: number): string => `2026-03-01T12:${String(minuto).padStart(2, '0')}:00Z`;
const status = async (chave: Chave) =>
  (await banco.sql`select status from pedidos where origem = ${chave.origem} and id = ${chave.recurso_id}`)[0]?.status;
const efeitos = async (chave: Chave) =>
  (
    await banco.sql`select efeito, ocorrencia from outbox where origem = ${chave.origem} and pedido_id = ${chave.recurso_id} order by seq`
  ).map((e) => `${e.efeito} ${e.ocorrencia}`);
const pedir = (chave: Chave) => transacao(banco.sql, (tx) => pedirConsultas(tx, [{ ...chave, motivo: 'operador' }]));

describe('a gap in what a store tells', () => {
  it('is read exactly once, and the late event then changes nothing', async () => {
    loja.pedidos.set('p1', { id: 'p1', status: 'shipped', updated_at: as(3) });
    await mudou(VENDDOR, 'processing', 'shipped', as(3));
    await aplicar(VENDDOR);
    expect(paraLer).toEqual([VENDDOR]);
    expect(await ler(VENDDOR)).toEqual({ resposta: 'lida' });
    expect(await ler(VENDDOR)).toEqual({ resposta: 'nada_a_ler' });
    await aplicar(VENDDOR);
    expect(await status(VENDDOR)).toBe('enviado');

    await mudou(VENDDOR, 'pending', 'processing', as(2));
    await aplicar(VENDDOR);
    expect(await status(VENDDOR)).toBe('enviado');
    expect(await efeitos(VENDDOR)).toEqual([]);
    expect(loja.perguntas).toEqual(['/orders/p1']);
    expect(paraLer).toHaveLength(1); // neither the reading nor the late event asks again
  });
  it('is read although the wake-up was lost: the sweep finds the wish', async () => {
    loja.pedidos.set('p1', { id: 'p1', status: 'shipped', updated_at: as(3) });
    await mudou(VENDDOR, 'processing', 'shipped', as(3));
    await aplicar(VENDDOR);
    const acordadas: Chave[] = [];
    const acordar = async (_: string, pedidos: Chave[]) => {
      acordadas.push(...pedidos);
      return { enfileirados: pedidos.length };
    };
    const deps = { sql: banco.sql, logger, dono: 'd', enfileirar: async () => ({ enfileirados: 0 }), acordar };
    await banco.sql`update consultas set pedida_em = pedida_em - interval '1 min'`;
    expect(await varrer(deps)).toMatchObject({ consultar: 1 });
    await ler(VENDDOR);
    expect(await varrer(deps)).toMatchObject({ consultar: 0 });
    expect(loja.perguntas).toHaveLength(1);
  });
});

describe('an order cancelled here and open again in the store', () => {
  it('is healed where the API is believed, and picking is released a second time', async () => {
    await mudou(VENDDOR, 'pending', 'processing', as(1));
    await aplicar(VENDDOR);
    await mudou(VENDDOR, 'processing', 'cancelled', as(2));
    await aplicar(VENDDOR);
    await mudou(VENDDOR, 'cancelled', 'processing', as(3));
    await aplicar(VENDDOR);
    expect(await status(VENDDOR)).toBe('cancelado');
    expect(paraLer).toContainEqual(VENDDOR);
    loja.pedidos.set('p1', { id: 'p1', status: 'processing', updated_at: as(3) });
    await ler(VENDDOR);
    await aplicar(VENDDOR);
    expect(await status(VENDDOR)).toBe('pago');
    expect(await efeitos(VENDDOR)).toEqual(['liberar_separacao 1', 'interromper_separacao 1', 'liberar_separacao 2']);
  });
  it('stays cancelled elsewhere, and the regression is visible', async () => {
    await daLoja('order.paid', as(1));
    await daLoja('order.canceled', as(2));
    await aplicar(LOJA);
    await daLoja('order.paid', as(3));
    await aplicar(LOJA);
    expect(paraLer).toEqual([LOJA]);
    loja.pedidos.set('p1', { id: 'p1', status: 'paid', updated_at: as(3) });
    await ler(LOJA);
    await aplicar(LOJA);
    expect(await status(LOJA)).toBe('cancelado');
    const recusados =
      await banco.sql`select fonte from webhook_eventos where resultado = 'regressao_de_terminal' order by fonte`;
    expect(recusados.map((r) => r.fonte)).toEqual(['api', 'webhook']);
    expect(paraLer).toHaveLength(1);
  });
});

describe('a wish', () => {
  it('that comes while the store is being asked is not answered by that reading', async () => {
    loja.pedidos.set('p1', { id: 'p1', status: 'paid', updated_at: as(1) });
    await pedir(LOJA);
    loja.intervir = () => {
      void pedir(LOJA);
      return false;
    };
    await ler(LOJA);
    await expect.poll(async () => (await consultaDoPedido(banco.sql, LOJA))?.pedidas).toBe(2);
    expect(await consultaDoPedido(banco.sql, LOJA)).toMatchObject({ lidas: 1 });
    loja.intervir = () => false;
    expect(await ler(LOJA)).toEqual({ resposta: 'lida' });
    expect(await consultaDoPedido(banco.sql, LOJA)).toMatchObject({ pedidas: 2, lidas: 2 });
  });
  it('of many for one order is one request, also from several processes', async () => {
    loja.pedidos.set('p1', { id: 'p1', status: 'paid', updated_at: as(1) });
    for (let i = 0; i < 5; i++) await pedir(LOJA);
    const respostas = await Promise.all(Array.from({ length: 6 }, () => ler(LOJA)));
    expect(respostas.filter((r) => r.resposta === 'lida')).toHaveLength(1);
    expect(loja.perguntas).toHaveLength(1);
  });
  it('for an order that the store does not know is closed, and says so', async () => {
    await pedir(LOJA);
    expect(await ler(LOJA)).toEqual({ resposta: 'inexistente' });
    expect(await consultaDoPedido(banco.sql, LOJA)).toMatchObject({ resposta: 'inexistente', lidas: 1 });
  });
  it.each([
    ['garbage', (res: import('node:http').ServerResponse) => res.end('<html>oops'), /oops/, 4],
    [
      '429 with Retry-After',
      (res: import('node:http').ServerResponse) => res.writeHead(429, { 'retry-after': '120' }).end(),
      /429/,
      115,
    ],
    ['401', (res: import('node:http').ServerResponse) => res.writeHead(401).end('who?'), /401/, 2],
  ])('answered with %s waits for another attempt, with the reason', async (_, responder, motivo, minimoS) => {
    await pedir(LOJA);
    loja.intervir = (_req, res) => {
      responder(res);
      return true;
    };
    expect(await ler(LOJA)).toMatchObject({ resposta: 'adiada', motivo: expect.stringMatching(motivo) });
    const consulta = await consultaDoPedido(banco.sql, LOJA);
    expect(consulta).toMatchObject({ lidas: 0, tentativas: 1, ultimo_erro: expect.stringMatching(motivo) });
    const esperaS = (consulta!.proxima_tentativa_em!.getTime() - Date.now()) / 1_000;
    expect(esperaS).toBeGreaterThan(minimoS - 2);
    expect(await ler(LOJA)).toEqual({ resposta: 'nada_a_ler' }); // not due yet
    expect(JSON.stringify(consulta)).not.toContain('Bearer');
  });
});
