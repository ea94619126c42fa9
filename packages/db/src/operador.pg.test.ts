import { type BancoDeTeste, bancoDeTeste } from '@entrada/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  acoesDoPedido,
  apagarSessao,
  apagarSessoesVencidas,
  buscarSessao,
  encerrarEventos,
  gravarPedidos,
  gravarSessao,
  inserirEventos,
  inserirTransicoes,
  lerHistorico,
  registrarFalha,
  reprocessar,
  transacao,
} from './index.ts';

let banco: BancoDeTeste;
const chave = { origem: 'loja', recurso_id: 'p1' };

beforeAll(async () => {
  banco = await bancoDeTeste();
});
afterAll(() => banco.fechar());
beforeEach(async () => {
  await banco.sql`truncate webhook_eventos, transicoes, outbox, pedidos, auditoria, sessoes`;
});

const receber = (evento_id: string) =>
  inserirEventos(banco.sql, [
    {
      ...chave,
      evento_id,
      tipo: 'order.paid',
      fonte: 'webhook',
      payload: '{}',
      corpo: null,
      segredo_nome: null,
      resultado: null,
    },
  ]);

const encerrar = (evento_id: string, resultado: 'invalido' | 'aplicado') =>
  transacao(banco.sql, (tx) =>
    encerrarEventos(tx, [
      {
        origem: 'loja',
        evento_id,
        resultado,
        erro: resultado === 'invalido' ? 'no timestamp' : null,
        status: resultado === 'aplicado' ? 'pago' : null,
        versao: resultado === 'aplicado' ? 2 : null,
        ocorreu_em: null,
        dados: resultado === 'aplicado' ? { total_centavos: null, cliente_email: null } : null,
      },
    ]),
  );

describe('reprocessing an order', () => {
  test('takes up what waits and what was invalid, leaves what is applied, and says who asked', async () => {
    for (const id of ['espera', 'ruim', 'bom']) await receber(id);
    await encerrar('ruim', 'invalido');
    await encerrar('bom', 'aplicado');
    await registrarFalha(banco.sql, [chave], { erro: 'deadlock' });

    expect(await reprocessar(banco.sql, chave, 'ana')).toBe(2);

    const eventos = await banco.sql`
      select evento_id, aplicado_em is null as pendente, proxima_tentativa_em, erro from webhook_eventos order by evento_id`;
    expect(eventos).toEqual([
      { evento_id: 'bom', pendente: false, proxima_tentativa_em: null, erro: null },
      { evento_id: 'espera', pendente: true, proxima_tentativa_em: null, erro: null },
      { evento_id: 'ruim', pendente: true, proxima_tentativa_em: null, erro: null },
    ]);
    expect(await acoesDoPedido(banco.sql, chave)).toMatchObject([
      { quem: 'ana', acao: 'reprocessar', detalhes: { eventos: 2 } },
    ]);
  });

  test('waits for the transaction that has the order', async () => {
    await receber('e1');
    let soltar = (): void => undefined;
    const presa = new Promise<void>((resolve) => {
      soltar = resolve;
    });
    let feito = false;
    const travada = transacao(banco.sql, async (tx) => {
      await tx`select pg_advisory_xact_lock(hashtextextended('loja:p1', 0))`;
      await presa;
      expect(feito).toBe(false);
    });
    const retomada = reprocessar(banco.sql, chave, 'ana').then(() => {
      feito = true;
    });
    await new Promise((resolve) => setTimeout(resolve, 200));
    soltar();
    await travada;
    await retomada;
    expect(feito).toBe(true);
  });
});

test('a failure says when its order is due again', async () => {
  await receber('e1');
  const [antes] = await banco.sql<[{ agora: Date }]>`select now() as agora`;
  const proxima = await registrarFalha(banco.sql, [chave], { erro: 'x' });
  const espera = (proxima?.getTime() ?? 0) - antes.agora.getTime();
  expect(espera).toBeGreaterThan(2_000);
  expect(espera).toBeLessThan(6_000);
  await encerrar('e1', 'aplicado');
  expect(await registrarFalha(banco.sql, [chave], { erro: 'x' })).toBe(null);
});

describe('the history of an order', () => {
  test('is null where nothing was ever heard of it', async () => {
    expect(await lerHistorico(banco.sql, chave)).toBe(null);
  });

  test('has the order, its events, facts and transitions', async () => {
    await receber('e1');
    await receber('e2');
    await encerrar('e1', 'aplicado');
    await transacao(banco.sql, async (tx) => {
      const campos = { total_centavos: null, cliente_email: null };
      const estado = {
        status: 'pago',
        versao_origem: 2,
        versao_maxima: 2,
        campos,
        foi_enviado: false,
        reaberto: false,
      } as const;
      await gravarPedidos(tx, [{ ...chave, estado }]);
      await inserirTransicoes(tx, [{ ...chave, de: null, para: 'pago', versao: 2, evento_id: 'e1', causa: 'fato' }]);
    });
    expect(await lerHistorico(banco.sql, chave)).toMatchObject({
      origem: 'loja',
      id: 'p1',
      pedido: { status: 'pago' },
      base: null,
      fatos: [{ evento_id: 'e1', status: 'pago', resultado: 'aplicado' }],
      eventos: [
        { evento_id: 'e1', resultado: 'aplicado' },
        { evento_id: 'e2', resultado: null },
      ],
      transicoes: [{ para: 'pago' }],
      efeitos: [],
    });
  });
});

describe('a session of the console', () => {
  const id = 'a'.repeat(64);

  test('is found until it is deleted', async () => {
    await gravarSessao(banco.sql, { id, dados: { usuario: 'ana' }, duracaoMs: 60_000 });
    expect(await buscarSessao(banco.sql, id)).toEqual({ usuario: 'ana' });
    await apagarSessao(banco.sql, id);
    expect(await buscarSessao(banco.sql, id)).toBe(null);
  });

  test('is over at its time, however often it is written', async () => {
    await gravarSessao(banco.sql, { id, dados: {}, duracaoMs: 300 });
    await gravarSessao(banco.sql, { id, dados: { usuario: 'ana' }, duracaoMs: 60_000 });
    await new Promise((resolve) => setTimeout(resolve, 400));
    expect(await buscarSessao(banco.sql, id)).toBe(null);
    expect(await apagarSessoesVencidas(banco.sql)).toBe(1);
  });
});
