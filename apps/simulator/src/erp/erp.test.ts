import { createHmac } from 'node:crypto';
import fastify from 'fastify';
import { expect, it, onTestFinished } from 'vitest';
import { criarSorteio } from '../sorteio.ts';
import { criarErp } from './erp.ts';
import { rotasDoErp } from './rotas.ts';

const SEGREDO = 'segrêdo do erp';
const corpoDe = (pedido_id: string, mais: object = {}) =>
  JSON.stringify({
    origem: 'loja',
    pedido_id,
    efeito: 'liberar_separacao',
    ocorrencia: 1,
    criado_em: '2026-03-01T12:00:00.000Z',
    pedido: { status: 'pago' },
    ...mais,
  });

/** Signed without the package that checks it. */
function cabecalhos(
  corpo: string,
  chave = `${JSON.parse(corpo).origem}:${JSON.parse(corpo).pedido_id}:liberar_separacao:1`,
) {
  const id = `msg_${chave}`;
  const em = Math.floor(Date.now() / 1000);
  const assinatura = createHmac('sha256', Buffer.from(SEGREDO)).update(`${id}.${em}.${corpo}`).digest('base64');
  return {
    'content-type': 'application/json',
    'idempotency-key': chave,
    'webhook-id': id,
    'webhook-timestamp': String(em),
    'webhook-signature': `v1,${assinatura}`,
  };
}

async function subir() {
  const erp = criarErp({ segredo: SEGREDO, sorteio: criarSorteio('erp') });
  const app = fastify({ forceCloseConnections: true });
  rotasDoErp(app, erp);
  const url = await app.listen({ port: 0, host: '127.0.0.1' });
  onTestFinished(() => app.close());
  const enviar = async (corpo: string, mais: object = {}) => {
    const headers = { ...cabecalhos(corpo), ...mais };
    const resposta = await fetch(`${url}/erp`, { method: 'POST', headers, body: corpo }).catch(() => null);
    return (
      resposta && { status: resposta.status, ...((await resposta.json()) as { situacao?: string; erro?: string }) }
    );
  };
  const falhar = (falhas: object) =>
    fetch(`${url}/erp/falhas`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(falhas),
    });
  return { erp, url, enviar, falhar };
}

it('takes what is signed, each key once, and keeps the order of arrival', async () => {
  const { enviar, url } = await subir();
  for (const id of ['2', '1', '2']) await enviar(corpoDe(id));
  const { recebidos, respostas } = (await (await fetch(`${url}/recebidos`)).json()) as {
    recebidos: { chave: string; vezes: number; corpo: string }[];
    respostas: object;
  };
  expect(recebidos.map((r) => [r.chave, r.vezes, r.corpo])).toEqual([
    ['loja:2:liberar_separacao:1', 2, corpoDe('2')],
    ['loja:1:liberar_separacao:1', 1, corpoDe('1')],
  ]);
  expect(respostas).toEqual({ 200: 3 });
});

it('refuses a forged signature, an old one, and a body that was changed on the way', async () => {
  const { enviar, erp } = await subir();
  const corpo = corpoDe('1');
  expect(await enviar(corpo, { 'webhook-signature': 'v1,AAAA' })).toMatchObject({ status: 401 });
  expect(await enviar(corpo, { 'webhook-timestamp': '1700000000' })).toMatchObject({ status: 401 });
  expect(await enviar(corpo, cabecalhos(corpoDe('2')))).toMatchObject({ status: 401 });
  expect(erp.recebidos()).toEqual([]);
});

it('refuses another body under a key it knows, and a key that is not that of the effect', async () => {
  const { enviar, erp } = await subir();
  await enviar(corpoDe('1'));
  const outro = corpoDe('1', { pedido: { status: 'enviado' } });
  expect(await enviar(outro)).toEqual({ status: 409, erro: 'another body came under this key' });
  expect(await enviar(corpoDe('1'), cabecalhos(corpoDe('1'), 'loja:1:liberar_separacao:2'))).toMatchObject({
    status: 400,
  });
  expect(
    await enviar(corpoDe('São 1'), cabecalhos(corpoDe('São 1'), 'loja:S%C3%A3o%201:liberar_separacao:1')),
  ).toMatchObject({
    status: 200,
  });
  expect(erp.recebidos()).toHaveLength(2);
});

it('fails on demand, one phase after the other, and works again afterwards', async () => {
  const { enviar, falhar, erp } = await subir();
  const corpo = corpoDe('1');
  await falhar({ fases: [{ modo: 'fora', por_ms: 60_000 }] });
  expect(await enviar(corpo)).toBeNull();
  await falhar({ fases: [{ modo: '503', por_ms: 60_000 }] });
  expect(await enviar(corpo)).toMatchObject({ status: 503 });
  await falhar({ fases: [{ modo: '429', por_ms: 60_000, retry_after_s: 7 }] });
  expect(await enviar(corpo)).toMatchObject({ status: 429 });
  await falhar({ recusar: ['1'] });
  expect(await enviar(corpo)).toEqual({ status: 400, erro: 'this order is refused' });
  expect(erp.recebidos()).toEqual([]);

  await falhar({ fases: [{ modo: 'sem_resposta', por_ms: 60_000 }] });
  expect(await enviar(corpo)).toBeNull();
  expect(erp.recebidos()).toHaveLength(1);
  await falhar({});
  expect(await enviar(corpo)).toEqual({ status: 200, situacao: 'repetido' });

  await falhar({
    fases: [
      { modo: '503', por_ms: 100 },
      { modo: 'lento', por_ms: 60_000, atraso_ms: 300 },
    ],
  });
  expect(await enviar(corpoDe('2'))).toMatchObject({ status: 503 });
  await new Promise((r) => setTimeout(r, 120));
  const inicio = performance.now();
  expect(await enviar(corpoDe('2'))).toMatchObject({ situacao: 'recebido' });
  expect(performance.now() - inicio).toBeGreaterThan(250);
  expect((await falhar({ fases: [{ modo: 'nada', por_ms: 1 }] })).status).toBe(400);
});

it('says with Retry-After when to come again', async () => {
  const { falhar, url } = await subir();
  await falhar({ fases: [{ modo: '429', por_ms: 60_000, retry_after_s: 7 }] });
  const resposta = await fetch(`${url}/erp`, { method: 'POST', headers: cabecalhos(corpoDe('1')), body: corpoDe('1') });
  expect(resposta.headers.get('retry-after')).toBe('7');
});
