import { encerrarEventos, inserirEventos, registrarFalha, transacao } from '@entrada/db';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest';
import { type ConsoleDeTeste, entrar, enviar, evento, PAGINA, subirConsole, tokenDe } from '../apoio.suite.ts';
import { linkDoPedido } from './endereco.ts';

describe.skipIf(inject('redisUrl') === '')('the page of an order', () => {
  let c: ConsoleDeTeste;
  let ana: string;
  let rui: string;
  beforeAll(async () => {
    c = await subirConsole();
    [ana, rui] = [await entrar(c.app, 'ana'), await entrar(c.app, 'rui')];
  });
  afterAll(() => c.fechar());
  beforeEach(async () => {
    await c.banco.sql`truncate webhook_eventos, transicoes, outbox, pedidos, auditoria`;
    await c.fila.fila('aplicar').drain();
  });

  const ver = (url: string, cookie = ana) => c.app.inject({ url, headers: { ...PAGINA, cookie } });
  const reprocessar = async (url: string) =>
    enviar(c.app, `${url}/reprocessar`, ana, { _csrf: await tokenDe(c.app, ana, '/conta') });
  const esperando = () => c.fila.fila('aplicar').getJobs('waiting');

  test('shows what waits, why, and when it is tried again', async () => {
    await inserirEventos(c.banco.sql, [evento('e1')]);
    await registrarFalha(c.banco.sql, [{ origem: 'loja', recurso_id: 'p1' }], { erro: 'deadlock detected' });
    const { statusCode, body } = await ver('/pedidos/loja/p1');
    expect(statusCode).toBe(200);
    expect(body).toContain('<h1>Pedido p1</h1>');
    for (const texto of [
      'pendente',
      'deadlock detected',
      '1 tentativa falhou',
      'a próxima depois de',
      'os eventos esperam',
    ])
      expect(body).toContain(texto);
  });

  test('says in words what became of each event', async () => {
    await inserirEventos(c.banco.sql, [evento('e1'), evento('e2')]);
    const fim = { origem: 'loja', ocorreu_em: null, status: null, versao: null, dados: null } as const;
    await transacao(c.banco.sql, (tx) =>
      encerrarEventos(tx, [
        { ...fim, evento_id: 'e1', resultado: 'invalido', erro: 'no timestamp' },
        { ...fim, evento_id: 'e2', resultado: 'tipo_ignorado', erro: null },
      ]),
    );
    const { body } = await ver('/pedidos/loja/p1', rui);
    expect(body).toContain('não pôde ser lido');
    expect(body).toContain('no timestamp');
    expect(body).toContain('este tipo não fala do estado do pedido');
  });

  test('shows whatever a store sends without obeying it', async () => {
    const mau = '"><script>alert(1)</script><img src=x onerror=alert(1)>\u202Eofni';
    await inserirEventos(c.banco.sql, [{ ...evento(mau, mau), tipo: mau }]);
    const { statusCode, body } = await ver(`/pedidos/loja/${encodeURIComponent(mau)}`);
    expect(statusCode).toBe(200);
    expect(body).not.toMatch(/<script(?! src="\/console\.js")|<img|\u202E/i);
    expect(body).toContain('&lt;script&gt;');
  });

  test('shows the beginning of a huge payload and gives all of it as a file', async () => {
    const payload = JSON.stringify({ nota: 'x'.repeat(5 * 1024 * 1024), fim: '</pre><script>alert(1)</script>' });
    await inserirEventos(c.banco.sql, [{ ...evento('e1'), payload }]);
    const { body } = await ver('/pedidos/loja/p1');
    expect(body.length).toBeLessThan(60_000);
    expect(body).toContain('aqui só o começo');
    const arquivo = await ver('/pedidos/loja/p1/eventos/e1');
    expect(arquivo.headers).toMatchObject({
      'content-type': 'text/plain; charset=utf-8',
      'content-disposition': expect.stringContaining('attachment'),
    });
    expect(JSON.parse(arquivo.body)).toEqual(JSON.parse(payload));
    expect((await ver('/pedidos/loja/p1/eventos/e2')).statusCode).toBe(404);
    expect((await ver('/pedidos/loja/p2/eventos/e1')).statusCode).toBe(404);
  });

  test('shows the newest of very many events, and leads to the others', async () => {
    await inserirEventos(
      c.banco.sql,
      Array.from({ length: 250 }, (_, i) => evento(`e${String(i).padStart(3, '0')}`)),
    );
    const ids = (body: string) => [...body.matchAll(/<dd><code>(e\d+)<\/code>/g)].map((m) => m[1]);
    const { body } = await ver('/pedidos/loja/p1');
    expect([ids(body).length, ids(body).at(0), ids(body).at(-1)]).toEqual([100, 'e150', 'e249']);
    expect(body).toContain('href="/pedidos/loja/p1?eventos=150">Os 150 eventos anteriores');
    const antes = await ver('/pedidos/loja/p1?eventos=50');
    expect([ids(antes.body).at(0), ids(antes.body).at(-1)]).toEqual(['e000', 'e049']);
    for (const eventos of ['0', '-1', 'x', '9999999999'])
      expect((await ver(`/pedidos/loja/p1?eventos=${eventos}`)).statusCode).toBe(200);
  });

  test('shows a payload of any depth', async () => {
    const payload = `${'['.repeat(5_000)}"ana@example.com"${']'.repeat(5_000)}`;
    await inserirEventos(c.banco.sql, [{ ...evento('e1'), payload }]);
    for (const cookie of [ana, rui]) expect((await ver('/pedidos/loja/p1', cookie)).statusCode).toBe(200);
  });

  test('hides from a leitor who bought', async () => {
    const payload = JSON.stringify({ id: 'p1', total: 5, customer: { email: 'ana@example.com', name: 'Ana Lima' } });
    await inserirEventos(c.banco.sql, [{ ...evento('e1'), payload }]);
    for (const url of ['/pedidos/loja/p1', '/pedidos/loja/p1/eventos/e1']) {
      expect((await ver(url)).body).toContain('Ana Lima');
      const { body } = await ver(url, rui);
      expect(body).not.toMatch(/Ana Lima|ana@example/);
      expect(body).toContain('a•••@e•••.com');
    }
  });

  test.each(['a/b', '%', 'é', 'x'.repeat(512), 'ç'.repeat(256), '...', '?#&'])(
    'has an address for the id %j',
    async (id) => {
      await inserirEventos(c.banco.sql, [evento('e1', id)]);
      const link = linkDoPedido({ origem: 'loja', recurso_id: id }) ?? '';
      expect((await ver(link)).statusCode).toBe(200);
      expect((await reprocessar(link)).headers.location).toBe(`${link}?retomados=1&fila=1`);
    },
  );

  test('does not exist for an order that nobody ever heard of', async () => {
    for (const url of ['/pedidos/loja/p9', '/pedidos/outra/p1', '/pedidos/loja/%00', '/pedidos/loja/%ff'])
      expect([url, (await ver(url)).statusCode]).toEqual([url, expect.toSatisfy((n) => n === 404 || n === 400)]);
    expect((await reprocessar('/pedidos/loja/p9')).statusCode).toBe(404);
    expect(await c.banco.sql`select * from auditoria`).toHaveLength(0);
  });

  test('offers an operador to reprocess it, wakes the worker and says who did it', async () => {
    await inserirEventos(c.banco.sql, [evento('e1')]);
    await registrarFalha(c.banco.sql, [{ origem: 'loja', recurso_id: 'p1' }], { erro: 'x' });
    expect((await ver('/pedidos/loja/p1')).body).toContain('action="/pedidos/loja/p1/reprocessar"');

    const resposta = await reprocessar('/pedidos/loja/p1');
    expect([resposta.statusCode, resposta.headers.location]).toEqual([303, '/pedidos/loja/p1?retomados=1&fila=1']);
    expect((await ver(String(resposta.headers.location))).body).toContain(
      '1 evento retomado. O worker os aplica agora',
    );
    expect((await esperando()).map((j) => j.data)).toEqual([{ origem: 'loja', recurso_id: 'p1', evento_id: null }]);
    expect(await c.banco.sql`select proxima_tentativa_em as p, tentativas as t from webhook_eventos`).toEqual([
      { p: null, t: 0 },
    ]);
    const { body } = await ver('/pedidos/loja/p1', rui);
    expect(body).toContain('reprocessou o pedido (eventos: 1)');
    expect(body).not.toContain('<form');
  });

  test('says so where there is nothing to reprocess, and wakes nobody', async () => {
    await inserirEventos(c.banco.sql, [{ ...evento('e1'), resultado: 'tipo_ignorado' }]);
    const resposta = await reprocessar('/pedidos/loja/p1');
    expect((await ver(String(resposta.headers.location))).body).toContain('Nada a reprocessar');
    expect(await esperando()).toHaveLength(0);
  });

  test('says that the sweep will do it where the queue does not answer', async () => {
    await inserirEventos(c.banco.sql, [evento('e1')]);
    c.redis?.congelar();
    try {
      const resposta = await reprocessar('/pedidos/loja/p1');
      expect((await ver(String(resposta.headers.location))).body).toContain('A fila não respondeu');
    } finally {
      c.redis?.descongelar();
    }
  });

  test('says nothing that a link has made up', async () => {
    await inserirEventos(c.banco.sql, [evento('e1')]);
    for (const retomados of ['-1', 'mil', '1<b>', '1&retomados=2'])
      expect((await ver(`/pedidos/loja/p1?retomados=${retomados}`)).body).not.toContain('role="status"');
  });
});
