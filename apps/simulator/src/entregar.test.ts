import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { afterEach, describe, expect, it } from 'vitest';
import { entregar } from './entregar.ts';
import { gerarLoja } from './gerador.ts';
import { criarSorteio } from './sorteio.ts';

const SEGREDO = 'um-segredo';
const { eventos } = gerarLoja({ semente: 'entrega', pedidos: 5, versao: 'instante' });
const abertos: (() => Promise<unknown>)[] = [];
afterEach(async () => void (await Promise.all(abertos.splice(0).map((fechar) => fechar()))));

describe('the store delivers', () => {
  it('the bytes that it signed, to the path of its origem', async () => {
    const vistos: { url: string | undefined; certo: boolean }[] = [];
    const url = await receber(async (req, res) => {
      const corpo = await buffer(req);
      const assinatura = createHmac('sha256', SEGREDO).update(corpo).digest('hex');
      vistos.push({ url: req.url, certo: req.headers['x-loja-signature'] === assinatura });
      res.end('{"resultado":"recebido"}');
    });
    const contagem = await entregar(eventos, alvo(url), criarSorteio('1'));
    expect(vistos).toHaveLength(eventos.length);
    expect(new Set(vistos.map((v) => JSON.stringify(v)))).toEqual(
      new Set([JSON.stringify({ url: '/webhooks/loja', certo: true })]),
    );
    expect(contagem).toEqual({
      tentativas: eventos.length,
      respostas: { 200: eventos.length },
      resultados: { recebido: eventos.length },
      desistencias: [],
    });
  });

  it('again after a 503 and after a broken connection, until it is answered 200', async () => {
    let vez = 0;
    const url = await receber((req, res) => {
      vez++;
      if (vez === 1) return void res.writeHead(503).end();
      if (vez === 2) return void req.socket.destroy();
      res.end('not JSON');
    });
    const contagem = await entregar(eventos.slice(0, 1), alvo(url), criarSorteio('1'));
    expect(contagem).toEqual({
      tentativas: 3,
      respostas: { 503: 1, sem_resposta: 1, 200: 1 },
      resultados: {},
      desistencias: [],
    });
  });

  it('never again after a 4xx, and says which event was given up', async () => {
    const url = await receber((_, res) => void res.writeHead(401).end());
    const contagem = await entregar(eventos.slice(0, 1), alvo(url), criarSorteio('1'));
    expect(contagem.tentativas).toBe(1);
    expect(contagem.desistencias).toEqual([{ evento_id: eventos[0]?.id, resposta: '401' }]);
  });

  it('a limited number of times', async () => {
    const url = await receber((_, res) => void res.writeHead(500).end());
    const contagem = await entregar(eventos.slice(0, 1), { ...alvo(url), tentativas: 2 }, criarSorteio('1'));
    expect(contagem.respostas).toEqual({ 500: 2 });
    expect(contagem.desistencias).toHaveLength(1);
  });
});

const alvo = (receiverUrl: string) => ({ receiverUrl, origem: 'loja', segredo: SEGREDO, paralelo: 3, tentativas: 10 });

async function receber(aoReceber: (req: IncomingMessage, res: ServerResponse) => unknown): Promise<string> {
  const servidor = createServer(aoReceber).listen(0, '127.0.0.1');
  await once(servidor, 'listening');
  abertos.push(() => {
    servidor.closeAllConnections();
    return new Promise((resolve) => servidor.close(resolve));
  });
  const endereco = servidor.address();
  if (endereco === null || typeof endereco === 'string') throw new Error('no port');
  return `http://127.0.0.1:${endereco.port}`;
}
