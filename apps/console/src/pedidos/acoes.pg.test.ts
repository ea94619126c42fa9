import { inserirEventos, lerHistorico } from '@entrada/db';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest';
import { type ConsoleDeTeste, entrar, enviar, evento, PAGINA, subirConsole, tokenDe } from '../apoio.suite.ts';

const CHAVE = { origem: 'loja', recurso_id: 'p1' };
const ENDERECO = '/pedidos/loja/p1';

describe.skipIf(inject('redisUrl') === '')('what an operador has done with an order', () => {
  let c: ConsoleDeTeste;
  let ana: string;
  let rui: string;
  beforeAll(async () => {
    c = await subirConsole();
    [ana, rui] = [await entrar(c.app, 'ana'), await entrar(c.app, 'rui')];
  });
  afterAll(() => c.fechar());
  beforeEach(async () => {
    await c.banco.sql`truncate webhook_eventos, transicoes, outbox, pedidos, auditoria, consultas, quarentena`;
    for (const fila of ['publicar', 'consultar', 'aplicar'] as const) await c.fila.fila(fila).drain();
  });

  const ver = async (url: string, cookie = ana) => (await c.app.inject({ url, headers: { ...PAGINA, cookie } })).body;
  const fazer = async (url: string) => {
    const resposta = await enviar(c.app, url, ana, { _csrf: await tokenDe(c.app, ana, '/conta') });
    return [resposta.statusCode, resposta.headers.location];
  };
  const acoes = async () =>
    (await c.banco.sql`select quem, acao, detalhes from auditoria order by seq`).map((a) => [
      a.quem,
      a.acao,
      a.detalhes,
    ]);

  async function falhar(efeitos: string[]): Promise<void> {
    await inserirEventos(c.banco.sql, [evento('e1')]);
    await c.banco.sql`
      insert into pedidos (origem, id, status, versao_origem, versao_maxima, foi_enviado) values ('loja', 'p1', 'pago', 1, 1, false)`;
    for (const efeito of efeitos)
      await c.banco.sql`
        insert into outbox (origem, pedido_id, efeito, evento_id, corpo, tentativas, falhou_em, ultimo_erro)
        values ('loja', 'p1', ${efeito}, 'e1', '{}', 1, now(), 'HTTP 422: cliente desconhecido')`;
  }

  test('an effect that failed is shown with its answer, and sent again', async () => {
    await falhar(['liberar_separacao']);
    const pagina = await ver(ENDERECO);
    expect(pagina).toContain('HTTP 422: cliente desconhecido');
    expect(pagina).toContain(`action="${ENDERECO}/efeitos/liberar_separacao/1/reenviar"`);
    expect(await ver(ENDERECO, rui)).not.toContain('<form');

    const efeito = `${ENDERECO}/efeitos/liberar_separacao/1`;
    expect(await fazer(`${efeito}/reenviar`)).toEqual([303, `${ENDERECO}?feito=reenviado`]);
    expect(await fazer(`${efeito}/reenviar`)).toEqual([303, `${ENDERECO}?feito=nao_falhou`]);
    expect((await c.fila.fila('publicar').getJobs('waiting')).map((j) => j.data)).toEqual([CHAVE]);
    expect((await lerHistorico(c.banco.sql, CHAVE))?.efeitos).toMatchObject([{ falhou_em: null, tentativas: 1 }]);
    expect(await acoes()).toEqual([['ana', 'reenviar', { efeito: 'liberar_separacao', ocorrencia: 1 }]]);
  });

  test('an effect that would arrive after a later one is not sent again, and may be settled', async () => {
    await falhar(['liberar_separacao', 'interromper_separacao']);
    await c.banco.sql`
      update outbox set falhou_em = null, enviado_em = now() where efeito = 'interromper_separacao'`;
    const efeito = `${ENDERECO}/efeitos/liberar_separacao/1`;
    expect(await fazer(`${efeito}/reenviar`)).toEqual([303, `${ENDERECO}?feito=posterior_enviado`]);
    expect(await ver(`${ENDERECO}?feito=posterior_enviado`)).toContain('este chegaria depois dele');
    expect(await ver('/saida')).toContain('liberar_separacao');
    expect(await fazer(`${efeito}/descartar`)).toEqual([303, `${ENDERECO}?feito=descartado`]);
    expect(await fazer(`${efeito}/descartar`)).toEqual([303, `${ENDERECO}?feito=nao_falhou`]);
    expect(await ver('/saida')).toContain('Nenhum efeito falhou.');
    expect(await ver(ENDERECO)).toContain('falhou, e um operador o encerrou sem envio');
    expect(await acoes()).toEqual([['ana', 'descartar_efeito', { efeito: 'liberar_separacao', ocorrencia: 1 }]]);
  });

  test('an effect that the order does not have is no address', async () => {
    await falhar([]);
    for (const fim of ['cobrar/1', 'liberar_separacao/x', 'liberar_separacao/1', 'liberar_separacao/99999999999'])
      expect([fim, (await fazer(`${ENDERECO}/efeitos/${fim}/reenviar`))[0]]).toEqual([fim, 404]);
    expect(await acoes()).toEqual([]);
  });

  test('a reading from the API is asked for, and its answer is waited for on the page', async () => {
    await inserirEventos(c.banco.sql, [evento('e1')]);
    expect(await fazer(`${ENDERECO}/consultar`)).toEqual([303, `${ENDERECO}?feito=consultada`]);
    expect((await c.fila.fila('consultar').getJobs('waiting')).map((j) => j.data)).toEqual([CHAVE]);
    expect(await ver(ENDERECO)).toContain('um operador pediu');
    expect(await acoes()).toEqual([['ana', 'consultar', {}]]);
    expect((await fazer('/pedidos/loja/p9/consultar'))[0]).toBe(404);
  });

  test('events are read anew only after the difference was shown', async () => {
    const payload = '{"id":"e1","type":"order.paid","occurred_at":"2026-03-01T12:00:00Z","data":{"id":"p1"}}';
    await inserirEventos(c.banco.sql, [{ ...evento('e1'), payload }]);
    await c.banco.sql`update webhook_eventos set aplicado_em = now(), resultado = 'invalido', erro = 'no timestamp'`;
    expect(await ver('/invalidos')).toContain('no timestamp');
    const previsto = await ver(`${ENDERECO}/replay`);
    expect(previsto).toMatch(/Estado<\/td><td>nenhum<\/td><td>pago/);
    expect(previsto).toContain('liberar_separacao');
    expect((await lerHistorico(c.banco.sql, CHAVE))?.pedido).toBe(null);
    expect(await ver(`${ENDERECO}/replay`, rui)).not.toContain('<form');

    expect(await fazer(`${ENDERECO}/replay`)).toEqual([303, `${ENDERECO}?feito=relido`]);
    expect((await lerHistorico(c.banco.sql, CHAVE))?.pedido?.status).toBe('pago');
    expect((await c.fila.fila('publicar').getJobs('waiting')).map((j) => j.data)).toEqual([CHAVE]);
    expect(await acoes()).toEqual([['ana', 'replay', { eventos: 1, de: '', para: 'pago' }]]);
    expect(await fazer(`${ENDERECO}/replay`)).toEqual([303, `${ENDERECO}?feito=igual`]);
  });

  test('a delivery in quarantine becomes an event, stays, or is thrown away', async () => {
    const guardar = async (corpo: string): Promise<number> => {
      const [linha] = await c.banco.sql<[{ id: number }]>`
        insert into quarentena (origem, corpo, cabecalhos, motivo, segredo_nome)
        values ('loja', ${Buffer.from(corpo)}, '{"x-nome": "<b>"}', 'no id', 'ab12') returning id`;
      return linha.id;
    };
    const bom = await guardar(
      '{"id":"q1","type":"order.paid","occurred_at":"2026-03-01T12:00:00Z","data":{"id":"p1"}}',
    );
    const mau = await guardar('<script>alert(1)</script>\u202E\0');
    const pagina = await ver(`/quarentena/${mau}`);
    expect(pagina).toContain('&lt;script&gt;alert(1)');
    expect(pagina).toContain('3c 73 63 72 69 70 74 3e  &lt;script&gt;');
    expect(pagina).toContain('x-nome: &lt;b&gt;');
    expect(pagina).not.toContain('\u202E');
    expect(await ver(`/quarentena/${mau}`, rui)).not.toMatch(/alert|<form/);

    expect(await fazer(`/quarentena/${bom}/liberar`)).toEqual([303, `${ENDERECO}?feito=liberada`]);
    expect((await c.fila.fila('aplicar').getJobs('waiting')).map((j) => j.data.recurso_id)).toEqual(['p1']);
    expect(await fazer(`/quarentena/${mau}/liberar`)).toEqual([303, '/quarentena?feito=continua']);
    expect(await ver('/quarentena')).toContain(`href="/quarentena/${mau}"`);
    expect(await fazer(`/quarentena/${mau}/descartar`)).toEqual([303, '/quarentena?feito=jogada_fora']);
    for (const id of [mau, 'x', '99999999999999999999'])
      for (const acao of ['liberar', 'descartar'])
        expect([id, acao, (await fazer(`/quarentena/${id}/${acao}`))[0]]).toEqual([id, acao, 404]);
    expect((await acoes()).map(([quem, acao]) => [quem, acao])).toEqual([
      ['ana', 'liberar'],
      ['ana', 'liberar'],
      ['ana', 'descartar'],
    ]);
  });

  test('a role is paused and resumed in the whole fleet', async () => {
    expect(await fazer('/papeis/apply/pausar')).toEqual([303, '/papeis?feito=pausado']);
    expect(await c.fila.fila('aplicar').isPaused()).toBe(true);
    expect(await ver('/papeis')).toContain('pausado');
    expect(await fazer('/papeis/apply/continuar')).toEqual([303, '/papeis?feito=retomado']);
    expect(await c.fila.fila('aplicar').isPaused()).toBe(false);
    expect((await fazer('/papeis/tudo/pausar'))[0]).toBe(404);
    expect((await acoes()).map(([, acao, d]) => [acao, d])).toEqual([
      ['pausar', { papel: 'apply' }],
      ['continuar', { papel: 'apply' }],
    ]);
  });
});
