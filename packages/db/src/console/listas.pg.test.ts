import { type BancoDeTeste, bancoDeTeste } from '@entrada/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { esvaziar, evento } from '../exemplos.suite.ts';
import {
  type Chave,
  type EfeitoNaSaida,
  type EventoInvalido,
  inserirEventos,
  listarEfeitosFalhos,
  listarEfeitosPendentes,
  listarInvalidos,
  listarPendentes,
  registrarFalha,
  type Sql,
} from '../index.ts';

let banco: BancoDeTeste;
let sql: Sql;
beforeAll(async () => {
  banco = await bancoDeTeste();
  sql = banco.sql;
});
afterAll(() => banco.fechar());
beforeEach(() => esvaziar(sql));

/** All rows of a list, three at a time. */
async function folhear<T, L>(pagina: (aPartirDe: L | null) => Promise<T[]>, lugar: (ultima: T) => L): Promise<T[]> {
  const todas: T[] = [];
  for (let de: L | null = null; ; ) {
    const linhas: T[] = await pagina(de);
    todas.push(...linhas);
    const ultima = linhas.at(-1);
    if (ultima === undefined) return todas;
    de = lugar(ultima);
  }
}
const limite = 3;
const N = [...Array(10).keys()];

describe('the lists go on by key, and lose and repeat nothing:', () => {
  test('orders with pending events, each with the oldest of them and why it waits', async () => {
    const eventos = N.flatMap((n) => [
      evento(`a${n}`, { recurso_id: `p${n}` }),
      evento(`b${n}`, { recurso_id: `p${n}` }),
    ]);
    await inserirEventos(sql, [...eventos, evento('a0', { origem: 'outra' })]);
    await registrarFalha(sql, [{ origem: 'loja', recurso_id: 'p7' }], { erro: 'deadlock detected' });
    const lidos = await folhear(
      (aPartirDe: Chave | null) => listarPendentes(sql, { aPartirDe, limite }),
      ({ origem, recurso_id }) => ({ origem, recurso_id }),
    );
    expect(lidos.map((p) => [p.origem, p.recurso_id, p.eventos])).toEqual([
      ...N.map((n) => ['loja', `p${n}`, 2]),
      ['outra', 'p1', 1],
    ]);
    expect(lidos[7]).toMatchObject({
      erro: 'deadlock detected',
      tentativas: 1,
      proxima_tentativa_em: expect.any(Date),
    });
    expect(lidos[6]).toMatchObject({ erro: null, tentativas: 0, proxima_tentativa_em: null });
  });

  test('events that are invalid, also those that arrived in one moment', async () => {
    await inserirEventos(
      sql,
      N.map((n) => evento(`e${n}`)),
    );
    await sql`update webhook_eventos set aplicado_em = now(), resultado = 'invalido', erro = 'no timestamp'`;
    const lidos = await folhear(
      (aPartirDe: EventoInvalido | null) => listarInvalidos(sql, { aPartirDe, limite }),
      (e) => e,
    );
    expect(lidos.map((e) => e.evento_id)).toEqual(N.map((n) => `e${9 - n}`));
  });

  test('effects that wait, and those that failed and that nobody has dealt with', async () => {
    await sql`
      insert into pedidos (origem, id, status, versao_origem, versao_maxima, foi_enviado)
      select 'loja', 'p' || n, 'pago', 1, 1, false from generate_series(0, 9) n`;
    await sql`
      insert into outbox (origem, pedido_id, efeito, evento_id, corpo, tentativas, falhou_em, ultimo_erro, descartado_em)
      select 'loja', 'p' || n, efeito, 'e', '{}', 1, case when falha then now() end, case when falha then 'HTTP 422' end,
        case when falha and n = 4 then now() end
      from generate_series(0, 9) n cross join (values ('liberar_separacao', true), ('notificar_reembolso', false)) f (efeito, falha)
      order by n`;
    const pendentes = await folhear(
      (aPartirDe: EfeitoNaSaida | null) => listarEfeitosPendentes(sql, { aPartirDe, limite }),
      (e) => e,
    );
    expect(pendentes.map((e) => [e.recurso_id, e.efeito])).toEqual(N.map((n) => [`p${n}`, 'notificar_reembolso']));
    const falhos = await folhear(
      (aPartirDe: number | null) => listarEfeitosFalhos(sql, { aPartirDe, limite }),
      (e) => e.seq,
    );
    expect(falhos.map((e) => e.recurso_id)).toEqual(['p9', 'p8', 'p7', 'p6', 'p5', 'p3', 'p2', 'p1', 'p0']);
  });
});
