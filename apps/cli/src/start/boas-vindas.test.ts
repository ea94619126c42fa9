import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { assinarLoja } from '@entrada/testing';
import { expect, it } from 'vitest';
import { boasVindas, type Lugares } from './boas-vindas.ts';

const lugares: Lugares = {
  pid: 1,
  database_url: 'postgres://entrada:x@127.0.0.1:5/postgres',
  redis_url: null,
  receiver_url: 'http://127.0.0.1:3000',
  console_url: null,
  worker_url: 'http://127.0.0.1:3002',
  usuario: { nome: 'operador', senha: 'senha-de-teste' },
  origem: { nome: 'loja', segredo: 'segredo-de-teste' },
  pasta: '/x/.entrada',
  pnpm: 'npx pnpm@1.2.3',
};

it('says where everything is and leaves out what does not run', () => {
  const texto = boasVindas(lugares, new Date(0));
  for (const parte of [
    'http://127.0.0.1:3000',
    ':3002/metrics',
    'postgres://',
    'in the database',
    'segredo-de-teste (loja)',
  ])
    expect(texto).toContain(parte);
  expect(texto).toContain('npx pnpm@1.2.3 entrada pedido loja 1001');
  expect(texto).not.toContain('console');
  expect(boasVindas({ ...lugares, console_url: 'http://127.0.0.1:3001' }, new Date(0))).toContain(
    'http://127.0.0.1:3001  user operador, password senha-de-teste',
  );
  expect(boasVindas({ ...lugares, origem: null }, new Date(0))).not.toContain('curl');
});

it('the command to copy sends an event that is signed over its bytes', async () => {
  let recebido: { url: string | undefined; corpo: Buffer; assinatura: unknown } | undefined;
  const servidor = createServer(async (req, res) => {
    recebido = { url: req.url, corpo: await buffer(req), assinatura: req.headers['x-loja-signature'] };
    res.end('{"resultado":"recebido"}');
  }).listen(0, '127.0.0.1');
  await once(servidor, 'listening');
  const endereco = servidor.address();
  const porta = typeof endereco === 'object' && endereco !== null ? endereco.port : 0;
  const texto = boasVindas({ ...lugares, receiver_url: `http://127.0.0.1:${porta}` }, new Date(0));
  const comando = /^ {2}CORPO=[\s\S]+?(?=\n\n)/m.exec(texto)?.[0] ?? '';
  const { stdout } = await promisify(execFile)('sh', ['-ec', comando]);
  servidor.close();
  expect(stdout).toBe('{"resultado":"recebido"}');
  expect(recebido?.url).toBe('/webhooks/loja');
  expect(recebido?.assinatura).toBe(assinarLoja('segredo-de-teste', recebido?.corpo ?? '')['x-loja-signature']);
  expect(JSON.parse(String(recebido?.corpo))).toMatchObject({ type: 'order.paid', data: { id: '1001' } });
});
