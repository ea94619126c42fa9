import { inserirEventos, registrarOrigens } from '@entrada/db';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type ConsoleDeTeste, entrar, evento, PAGINA, subirConsole } from '../apoio.suite.ts';

describe('looking for orders', () => {
  let c: ConsoleDeTeste;
  let ana: string;
  beforeAll(async () => {
    c = await subirConsole('postgres');
    ana = await entrar(c.app, 'ana');
    const { sql } = c.banco;
    await registrarOrigens(sql, [{ nome: 'outra', dialeto: 'loja', criterio: null }]);
    await inserirEventos(sql, [evento('e1', 'p1'), evento('e2', 'p2'), { ...evento('e1', 'p7'), origem: 'outra' }]);
    await sql`
      insert into pedidos (origem, id, status, versao_origem, versao_maxima, foi_enviado, cliente_email, email_versao, email_aceito)
      select origem, id, 'pago', 1, 1, false, 'Ana@Example.com', 1, true
      from (values ('loja', 'p1'), ('outra', 'p1'), ('loja', 'p3')) v (origem, id)`;
    await sql`
      insert into transicoes (origem, pedido_id, para, versao, evento_id, causa)
      select 'loja', id, 'pago', 1, 'e' || n, 'fato' from generate_series(1, 60) n cross join lateral (
        select case when n % 2 = 0 then 'p1' else 'p3' end as id) i`;
  });
  afterAll(() => c.fechar());

  const ver = (url: string) => c.app.inject({ url, headers: { ...PAGINA, cookie: ana } });

  test('the only one that is found is opened, by its id or by the id of an event', async () => {
    for (const [q, pedido] of [
      ['p2', '/pedidos/loja/p2'],
      ['e2', '/pedidos/loja/p2'],
      [' p3 ', '/pedidos/loja/p3'],
    ]) {
      const { statusCode, headers } = await ver(`/pedidos?${new URLSearchParams({ q: q ?? '' })}`);
      expect([q, statusCode, headers.location]).toEqual([q, 303, pedido]);
    }
  });

  test('several are listed, of whatever origem they are', async () => {
    for (const [q, pedidos] of [
      ['p1', ['/pedidos/loja/p1', '/pedidos/outra/p1']],
      ['e1', ['/pedidos/loja/p1', '/pedidos/outra/p7']],
      ['ana@example.COM', ['/pedidos/loja/p1', '/pedidos/loja/p3', '/pedidos/outra/p1']],
    ] as const) {
      const { body } = await ver(`/pedidos?q=${q}`);
      expect([...body.matchAll(/href="(\/pedidos\/\w+\/\w+)"/g)].map((m) => m[1])).toEqual(pedidos);
    }
  });

  test('nothing is found where there is nothing, whatever was typed', async () => {
    for (const q of ['p9', '%', "'; drop table pedidos", '<script>alert(1)</script>', 'x'.repeat(5_000)]) {
      const { statusCode, body } = await ver(`/pedidos?${new URLSearchParams({ q })}`);
      expect([q, statusCode]).toEqual([q, 200]);
      expect(body).toContain('Nada foi encontrado');
      expect(body).not.toContain('<script>');
    }
  });

  test('without a text, those that moved last come first, each once a page, and the list goes on by key', async () => {
    const pedidos = (body: string) => [...body.matchAll(/href="\/pedidos\/loja\/(\w+)"/g)].map((m) => m[1]);
    const primeira = await ver('/pedidos');
    expect(pedidos(primeira.body)).toEqual(['p1', 'p3']);
    const seguinte = /href="(\/pedidos\?antes=\d+)"/.exec(primeira.body)?.[1] ?? '';
    const segunda = await ver(seguinte);
    expect(pedidos(segunda.body)).toEqual(['p1', 'p3']);
    expect(segunda.body).not.toContain('rel="next"');
    for (const antes of ['x', '-1', '1e999', '0']) expect((await ver(`/pedidos?antes=${antes}`)).statusCode).toBe(200);
  });
});
