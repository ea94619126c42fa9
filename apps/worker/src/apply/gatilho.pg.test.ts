import { type Chave, consultaDoPedido, inserirEventos, lerHistorico, registrarOrigens } from '@entrada/db';
import { marcasDoPedido } from '@entrada/domain';
import { criarOrigem, type Interpretacao, type Origem } from '@entrada/providers';
import { createLogger, createMetrics } from '@entrada/runtime';
import { type BancoDeTeste, bancoDeTeste } from '@entrada/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { criarMetricasDoApply } from './metricas.ts';
import { papelApply } from './papel.ts';

let banco: BancoDeTeste;
let paraLer: string[] = [];
let aplicar: ReturnType<typeof papelApply>;

/** Nobody asks this API: what is read comes by another role. */
const apiUrl = 'http://127.0.0.1:9';
const config = { nome: 'loja', dialeto: 'loja', versao: 'instante', apiUrl } as const;
const loja = criarOrigem({ ...config, segredos: ['s'], apiToken: null, opcoes: {} });
/** A store whose payloads are what its dialect reads in them. */
const origem: Origem = {
  ...loja,
  dialeto: { ...loja.dialeto, interpretar: (payload) => payload as Interpretacao },
};

beforeAll(async () => {
  banco = await bancoDeTeste();
  aplicar = papelApply({
    sql: banco.sql,
    origens: new Map([['loja', origem]]),
    logger: createLogger({ nome: 'test', level: 'silent' }),
    acordar: async (fila, pedidos) => void (fila === 'consultar' && paraLer.push(...pedidos.map((p) => p.recurso_id))),
    metricas: criarMetricasDoApply(createMetrics()),
  });
});
beforeEach(async () => {
  paraLer = [];
  await banco.sql`truncate webhook_eventos, pedidos, transicoes, outbox, consultas, origens, marcas`;
  await registrarOrigens(banco.sql, [{ nome: 'loja', dialeto: 'loja', criterio: 'instante' }]);
});
afterAll(() => banco.fechar());

const CHAVE: Chave = { origem: 'loja', recurso_id: 'p1' };
const chegar = async (evento_id: string, lido: Interpretacao, repetivel?: true) => {
  const payload = JSON.stringify(lido);
  const evento = { ...CHAVE, evento_id, tipo: 't', payload, corpo: Buffer.from(payload), segredo_nome: null };
  const [gravado] = await inserirEventos(banco.sql, [
    { ...evento, fonte: 'webhook', resultado: null, ...(repetivel && { repetivel }) },
  ]);
  return gravado;
};
const dados = { total_centavos: 1000, cliente_email: null };
const DIA = Date.UTC(2026, 2, 1);
const PAGO: Interpretacao = { status: 'pago', occurredAt: DIA, sequence: null, dados };
const resultados = async () =>
  (await banco.sql`select resultado from webhook_eventos order by recebido_em, evento_id`).map((e) => e.resultado);

describe('a trigger', () => {
  it('has its order read, once for all that wait, and again for each that comes later', async () => {
    await chegar('gatilho:a', { gatilho: true }, true);
    await chegar('gatilho:a', { gatilho: true }, true);
    await chegar('gatilho:b', { gatilho: true }, true);
    await aplicar(CHAVE);
    expect(await resultados()).toEqual(['gatilho', 'gatilho']);
    expect(paraLer).toEqual(['p1']);
    expect(await consultaDoPedido(banco.sql, CHAVE)).toMatchObject({ motivo: 'gatilho', pedidas: 1, lidas: 0 });

    expect(await chegar('gatilho:a', { gatilho: true }, true)).toMatchObject({ situacao: 'recebido' });
    await aplicar(CHAVE);
    expect(await consultaDoPedido(banco.sql, CHAVE)).toMatchObject({ pedidas: 2 });
    expect((await lerHistorico(banco.sql, CHAVE))?.pedido).toBe(null);
  });
});

describe('refunds and disputes', () => {
  const marcas = async () => {
    const historico = await lerHistorico(banco.sql, CHAVE);
    return historico && marcasDoPedido(historico.ditas, historico.pedido);
  };
  const anotar = (evento_id: string, marcas: object, s: number) =>
    chegar(evento_id, { anotacao: marcas, occurredAt: DIA + s * 1000, sequence: null });

  it('are recorded before the order is known, and told to the ERP with its first effect', async () => {
    await anotar('e1', { reembolsos: [{ id: 'r1', centavos: 300 }] }, 1);
    await aplicar(CHAVE);
    expect(await resultados()).toEqual(['anotado']);
    await chegar('e2', PAGO);
    await aplicar(CHAVE);
    expect(await marcas()).toEqual({ reembolso_parcial_centavos: 300, em_disputa: false, reaberto: false });
    expect((await banco.sql`select corpo #> '{pedido,marcas}' as m from outbox`)[0]?.m).toEqual(await marcas());
  });
  it('come with a state or alone, count once each, and neither ship, stop nor restock anything', async () => {
    const reembolsos = [{ id: 'r1', centavos: 300 }];
    await chegar('e1', { ...PAGO, marcas: { reembolsos } });
    await anotar('e2', { reembolsos }, 5);
    await anotar('e3', { disputas: [{ id: 'd', aberta: true }] }, 6);
    await aplicar(CHAVE);
    expect(await marcas()).toEqual({ reembolso_parcial_centavos: 300, em_disputa: true, reaberto: false });
    await anotar('e4', { disputas: [{ id: 'd', aberta: false }] }, 7);
    await aplicar(CHAVE);
    expect(await marcas()).toMatchObject({ em_disputa: false });
    expect((await banco.sql`select efeito from outbox`).map((e) => e.efeito)).toEqual(['liberar_separacao']);
    expect(paraLer).toEqual([]);
  });
});
