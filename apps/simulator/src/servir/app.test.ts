import { loja, venddor } from '@entrada/lojas';
import { expect, it, onTestFinished } from 'vitest';
import { SEM_AZARES } from '../entregas/azares.ts';
import type { Entrega } from '../entregas/carteiro.ts';
import { receptor } from '../entregas/receptor.suite.ts';
import { criarApp } from './app.ts';
import { Simulador } from './simulador.ts';

function subir({ desenvolvimento = true } = {}) {
  const simulador = new Simulador({
    lojas: [
      { nome: 'l', dialeto: loja, segredo: 'sl', token: 'tl', opcoes: {} },
      { nome: 'v', dialeto: venddor, segredo: 'sv', token: null, opcoes: { PREFIXO_ASSINATURA: 'sha256=' } },
    ],
    erpSegredo: 'erp',
    semente: 'app',
    azares: SEM_AZARES,
    esperasMs: [10],
    paralelo: 10,
    api: { ligada: true, pagina: 100, falhas: 0 },
    desenvolvimento,
  });
  const app = criarApp(simulador, { semente: 'app', sql: null });
  onTestFinished(() => {
    simulador.parar();
    return app.close();
  });
  const pedir = async <T>(method: 'GET' | 'PUT' | 'POST', url: string, payload?: object) => {
    const resposta = await app.inject({ method, url, ...(payload ? { payload } : {}) });
    return { status: resposta.statusCode, corpo: resposta.json<T>() };
  };
  return { simulador, pedir };
}

it('registers addresses of the internet only, unless it is told that this is development', async () => {
  const { pedir } = subir({ desenvolvimento: false });
  expect(await pedir('PUT', '/v/webhook', { url: 'http://127.0.0.1:3000/webhooks/v' })).toEqual({
    status: 422,
    corpo: { erro: 'http://127.0.0.1:3000/webhooks/v cannot be registered: 127.0.0.1 is an internal address' },
  });
  expect(await pedir('GET', '/v/webhook')).toMatchObject({ status: 404 });
  expect(await pedir('PUT', '/v/webhook', { url: 'https://8.8.8.8/webhooks/v' })).toMatchObject({ status: 200 });
  expect(await pedir('GET', '/v/webhook')).toMatchObject({ corpo: { url: 'https://8.8.8.8/webhooks/v' } });
  expect(await pedir('PUT', '/v/webhook', { url: 'nada' })).toMatchObject({ status: 400 });
  expect(await pedir('PUT', '/outra/webhook', { url: 'https://8.8.8.8/' })).toMatchObject({ status: 404 });

  const { url } = await receptor((res) => res.end());
  const desenvolvimento = subir();
  expect(await desenvolvimento.pedir('PUT', '/v/webhook', { url: url.href })).toMatchObject({ status: 200 });
});

it('sends a signed test event that names no order', async () => {
  const { url, visitas } = await receptor((res) => res.end('{"resultado":"recebido"}'));
  const { pedir } = subir();
  await pedir('PUT', '/v/webhook', { url: url.href });
  const { corpo } = await pedir<Entrega>('POST', '/v/teste');
  expect(corpo).toMatchObject({
    situacao: 'entregue',
    pedido: null,
    tipo: 'test',
    tentativas: [{ attempt: 1, status: 200 }],
  });
  expect(JSON.parse(visitas[0]?.corpo ?? '')).toMatchObject({ event: 'test', webhook_id: 'wh_1' });
  expect(visitas[0]?.cabecalhos['x-venddor-signature']).toMatch(/^sha256=[0-9a-f]{64}$/);
});

it('lives, keeps a log of its deliveries that can be searched, and sends one again', async () => {
  let responder = 503;
  const { url, visitas } = await receptor((res) => res.writeHead(responder).end());
  const { pedir } = subir();
  for (const origem of ['l', 'v']) await pedir('PUT', `/${origem}/webhook`, { url: url.href });
  await pedir('POST', '/viver', { semente: 's', pedidos: 20, duracao_ms: 50 });
  await expect.poll(async () => (await pedir<{ quieto: boolean }>('GET', '/andamento')).corpo.quieto).toBe(true);

  const andamento = (await pedir<Record<string, number>>('GET', '/andamento')).corpo;
  expect(andamento).toMatchObject({ vivendo: false, erro: null, pedidos: 20, reconhecidos: 0 });
  expect(andamento.eventos).toBeGreaterThan(20);
  expect(visitas.length).toBe(andamento.tentativas);

  type Log = { entregas: Entrega[]; total: number };
  const { corpo: log } = await pedir<Log>('GET', '/entregas?origem=v&situacao=desistiu');
  expect(log.total).toBeGreaterThan(0);
  for (const e of log.entregas) expect(e.tentativas.map((t) => t.attempt)).toEqual([1, 2, 3]);
  const { corpo: daLoja } = await pedir<Log>('GET', '/entregas?origem=l&limite=1');
  expect(daLoja.entregas[0]?.tentativas).toHaveLength(5);

  const [entrega] = log.entregas;
  responder = 200;
  expect((await pedir<Entrega>('POST', `/entregas/${entrega?.id}/retry`)).corpo).toMatchObject({
    situacao: 'entregue',
    tentativas: [{}, {}, {}, { attempt: 4, retry: true, status: 200 }],
  });
  expect(JSON.parse(visitas.at(-1)?.corpo ?? '')).toMatchObject({ retry: true });
  expect((await pedir('GET', `/entregas/${entrega?.id}`)).corpo).toMatchObject({ situacao: 'entregue' });
  expect(await pedir('GET', '/andamento')).toMatchObject({ corpo: { reconhecidos: 1 } });
  for (const caminho of ['/entregas/nada', '/nada/orders/1']) expect((await pedir('GET', caminho)).status).toBe(404);
  expect((await pedir('POST', '/entregas/nada/retry')).status).toBe(404);
});

it('can turn its API off, and says what the audit needs', async () => {
  const { pedir } = subir();
  expect(await pedir('GET', '/v/orders/1')).toMatchObject({ status: 404 });
  await pedir('PUT', '/api', { ligada: false });
  expect(await pedir('GET', '/v/orders/1')).toMatchObject({ status: 503 });
  expect(await pedir('PUT', '/api', { pagina: 0 })).toMatchObject({ status: 400 });
  expect(await pedir('POST', '/auditoria', {})).toMatchObject({ status: 409 });
});
