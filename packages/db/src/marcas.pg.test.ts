import { dizerMarcas, type MarcasDoEvento, NADA_DITO } from '@entrada/domain';
import { type BancoDeTeste, bancoDeTeste } from '@entrada/testing';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { CHAVE, chave, encerrado, estado, esvaziar, evento, semFato } from './exemplos.suite.ts';
import {
  anotarMarcas,
  encerrarEventos,
  gravarAplicacoes,
  inserirEventos,
  lerHistorico,
  lerMarcas,
  type Sql,
  transacao,
} from './index.ts';
import { refazerMarcas } from './marcas.ts';

let banco: BancoDeTeste;
let sql: Sql;
beforeAll(async () => {
  banco = await bancoDeTeste();
  sql = banco.sql;
});
beforeEach(() => esvaziar(sql));
afterAll(() => banco.fechar());

const ditas = (marcas: MarcasDoEvento, momento = 1) => dizerMarcas(marcas, { momento, fonte: 'webhook' }) ?? NADA_DITO;
const PARCIAL = ditas({ reembolsos: [{ id: 'r1', centavos: 500 }] });
const DISPUTA = ditas({ disputas: [{ id: 'd1', aberta: true }] }, 2);
const anotar = (...novas: Parameters<typeof anotarMarcas>[1]) => transacao(sql, (tx) => anotarMarcas(tx, novas));

test('what is told adds up, of one order and of several, however often it is told', async () => {
  await anotar({ ...CHAVE, ditas: PARCIAL }, { ...CHAVE, ditas: DISPUTA }, { ...chave('p2'), ditas: DISPUTA });
  await anotar({ ...CHAVE, ditas: PARCIAL });
  await anotar();
  expect(await sql`select pedido_id, reembolso_centavos, em_disputa from marcas order by 1`).toEqual([
    { pedido_id: 'p1', reembolso_centavos: 500, em_disputa: true },
    { pedido_id: 'p2', reembolso_centavos: 0, em_disputa: true },
  ]);
  expect(await lerMarcas(sql, [CHAVE, chave('p3')])).toEqual([
    { ...CHAVE, ditas: { reembolsos: PARCIAL.reembolsos, disputas: DISPUTA.disputas } },
  ]);
});

test('the ERP gets them with the effects that are born afterwards', async () => {
  const nascer = (status: 'pago' | 'reembolsado', efeito: 'liberar_separacao' | 'notificar_reembolso') =>
    transacao(sql, (tx) => {
      const pedido = estado({ status, reaberto: true });
      const efeitos = [{ efeito, ocorrencia: 1, evento_id: 'e', pedido }];
      return gravarAplicacoes(tx, [
        { chave: CHAVE, aplicacao: { estado: pedido, transicoes: [], correcoes: [], efeitos } },
      ]);
    });
  await anotar({ ...CHAVE, ditas: PARCIAL });
  await nascer('pago', 'liberar_separacao');
  await nascer('reembolsado', 'notificar_reembolso');
  const corpos = await sql`select corpo #> '{pedido,marcas}' as marcas from outbox order by seq`;
  expect(corpos.map((c) => c.marcas)).toEqual([
    { reembolso_parcial_centavos: 500, em_disputa: false, reaberto: true },
    { reembolso_parcial_centavos: null, em_disputa: false, reaberto: true },
  ]);
});

test('they can be made anew from the events, and are part of what is stored about an order', async () => {
  await inserirEventos(sql, [evento('e1'), evento('e2')]);
  await transacao(sql, (tx) =>
    encerrarEventos(tx, [
      encerrado('e1', { marcas: PARCIAL }),
      encerrado('e2', { ...semFato, resultado: 'anotado', marcas: DISPUTA }),
    ]),
  );
  await anotar({ ...CHAVE, ditas: ditas({ reembolsos: [{ id: 'r9', centavos: 9 }] }) });
  await transacao(sql, (tx) => refazerMarcas(tx, CHAVE));
  const historico = await lerHistorico(sql, CHAVE);
  expect(historico?.ditas).toEqual({ reembolsos: PARCIAL.reembolsos, disputas: DISPUTA.disputas });
  await transacao(sql, (tx) => refazerMarcas(tx, chave('p2')));
  expect(await lerMarcas(sql, [chave('p2')])).toEqual([]);
});
