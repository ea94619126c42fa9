import { describe, expect, it } from 'vitest';
import { motivoInterno } from './endereco.ts';
import { postar } from './postar.ts';
import { receptor } from './receptor.suite.ts';

const postagem = { cabecalhos: { 'x-assinatura': 'abc' }, corpo: '{"a":"é"}', prazoMs: 2_000 };

describe('one POST', () => {
  it('carries headers and body as they are, over a connection of its own each time', async () => {
    const { url, visitas } = await receptor((res) => res.end('ok'));
    for (let i = 0; i < 3; i++)
      expect(await postar({ ...postagem, url })).toEqual({ status: 200, corpo: 'ok', redirecionamentos: 0 });
    expect(visitas.map((v) => [v.corpo, v.cabecalhos['x-assinatura'], v.cabecalhos['content-length']])).toEqual(
      Array(3).fill(['{"a":"é"}', 'abc', '10']),
    );
    expect(new Set(visitas.map((v) => v.conexao)).size).toBe(3);
  });

  it('keeps the first 4096 bytes of an answer that never ends', async () => {
    const { url } = await receptor((res) => {
      const relogio = setInterval(() => res.write('x'.repeat(1000)), 1);
      res.on('close', () => clearInterval(relogio));
    });
    const resposta = await postar({ ...postagem, url });
    expect(resposta).toMatchObject({ status: 200, corpo: 'x'.repeat(4096) });
  });

  it('gives up at its deadline, also where the answer stops half way', async () => {
    const calado = await receptor(() => undefined);
    const meio = await receptor((res) => res.write('half'));
    const prazo = { ...postagem, prazoMs: 200 };
    expect(await postar({ ...prazo, url: calado.url })).toEqual({ semResposta: 'no answer within 0.2 s' });
    expect(await postar({ ...prazo, url: meio.url })).toEqual({ semResposta: 'no answer within 0.2 s' });
  });

  it('says why there is no answer', async () => {
    const url = new URL('http://127.0.0.1:1/');
    expect(await postar({ ...postagem, url })).toEqual({ semResposta: 'ECONNREFUSED' });
    const corta = await receptor((_res, _v, req) => req.socket.destroy());
    expect(await postar({ ...postagem, url: corta.url })).toEqual({ semResposta: 'ECONNRESET' });
  });
});

describe('redirects', () => {
  it('are followed five times, with method and body where the status says so', async () => {
    const { url, visitas } = await receptor((res, v) => {
      const n = Number(new URL(v.url, 'http://x').searchParams.get('n') ?? 0);
      if (n === 5) res.end('here');
      else res.writeHead(307, { location: `?n=${n + 1}` }).end();
    });
    expect(await postar({ ...postagem, url })).toEqual({ status: 200, corpo: 'here', redirecionamentos: 5 });
    expect(visitas.map((v) => [v.metodo, v.corpo])).toEqual(Array(6).fill(['POST', '{"a":"é"}']));
  });

  it('are not followed a sixth time', async () => {
    const { url, visitas } = await receptor((res) => void res.writeHead(308, { location: '/again' }).end());
    expect(await postar({ ...postagem, url })).toEqual({ recusado: 'more than 5 redirects' });
    expect(visitas).toHaveLength(6);
  });

  it('lose the body where the status makes a GET of it', async () => {
    const { url, visitas } = await receptor((res, v) =>
      v.url === '/other' ? res.end() : res.writeHead(302, { location: '/other' }).end(),
    );
    expect(await postar({ ...postagem, url })).toMatchObject({ status: 200 });
    expect(visitas[1]).toMatchObject({ metodo: 'GET', corpo: '' });
    expect(visitas[1]?.cabecalhos['x-assinatura']).toBeUndefined();
  });

  it('never lead inside: another server of this machine is not reached', async () => {
    const dentro = await receptor((res) => res.end('secret'));
    const { url } = await receptor((res) => void res.writeHead(307, { location: dentro.url.href }).end());
    expect(await postar({ ...postagem, url })).toEqual({
      recusado: 'the redirect leads inside: 127.0.0.1 is an internal address',
    });
    expect(dentro.visitas).toEqual([]);
  });
});

describe('bad luck', () => {
  it('breaks before the receiver has the body, or after, or is slow', async () => {
    const { url, visitas } = await receptor((res) => setTimeout(() => res.end('ok'), 50));
    expect(await postar({ ...postagem, url, acidente: 'cai_antes' })).toHaveProperty('semResposta');
    expect(visitas).toEqual([]);
    expect(await postar({ ...postagem, url, acidente: 'cai_depois' })).toHaveProperty('semResposta');
    await expect.poll(() => visitas.length).toBe(1);
    expect(await postar({ ...postagem, url, acidente: 'lenta' })).toMatchObject({ status: 200 });
    expect(visitas[1]?.corpo).toBe(postagem.corpo);
  });
});

describe('an address is internal', () => {
  it.each([
    'http://localhost:3000/webhooks/loja',
    'http://api.localhost/',
    'http://LOCALHOST./',
    'http://minha-maquina.local/',
    'http://127.0.0.1/',
    'http://127.9.9.9/',
    'http://2130706433/', // 127.0.0.1 as one number
    'http://0/',
    'http://10.1.2.3/',
    'http://172.31.255.255/',
    'http://192.168.0.1/',
    'http://169.254.169.254/latest',
    'http://100.64.0.1/',
    'http://[::1]/',
    'http://[fd00::1]/',
    'http://[fe80::1]/',
    'http://[::ffff:10.0.0.1]/',
    'ftp://example.com/',
  ])('%s', async (url) => expect(await motivoInterno(new URL(url))).not.toBeNull());

  it.each(['http://8.8.8.8/', 'https://172.32.0.1/', 'https://[2606:4700::1111]/'])('not %s', async (url) =>
    expect(await motivoInterno(new URL(url))).toBeNull(),
  );
});
