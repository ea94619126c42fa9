import type { RouteOptions } from 'fastify';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { type ConsoleDeTeste, DAQUI, entrar, enviar, PAGINA, subirConsole, tokenDe } from './apoio.suite.ts';

interface Rota {
  metodo: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'OPTIONS';
  url: string;
  publica: boolean;
}

const METODOS: readonly Rota['metodo'][] = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];
const EXEMPLOS: Record<string, string> = { queueName: 'aplicar', jobId: '1', queueStatus: 'failed', origem: 'loja' };

/** Every method of every route, its parameters filled in. */
const listar = (rotas: readonly RouteOptions[]): Rota[] =>
  rotas.flatMap((rota) =>
    METODOS.filter((m) => [rota.method].flat().includes(m)).map((metodo) => ({
      metodo,
      url: rota.url.replace(/:(\w+)/g, (_, nome: string) => EXEMPLOS[nome] ?? 'x').replace('*', 'favicon.ico'),
      publica: rota.config?.publica === true,
    })),
  );

const altera = (r: Rota) => !['GET', 'HEAD', 'OPTIONS'].includes(r.metodo);

describe.skipIf(inject('redisUrl') === '')('the console', () => {
  let c: ConsoleDeTeste;
  let ana: string;
  let rui: string;
  let rotas: Rota[];
  beforeAll(async () => {
    c = await subirConsole();
    [ana, rui] = [await entrar(c.app, 'ana'), await entrar(c.app, 'rui')];
    rotas = listar(c.rotas);
  });
  afterAll(() => c.fechar());

  describe('without a login', () => {
    test('answers these addresses and no other', () => {
      const publicas = new Set(rotas.filter((r) => r.publica).map((r) => r.url));
      expect([...publicas].sort()).toEqual([
        '/console.js',
        '/entrar',
        '/estilo.css',
        '/icone.svg',
        '/livez',
        '/metrics',
        '/readyz',
      ]);
      expect(rotas.length).toBeGreaterThan(60);
    });

    test('tells a program 401, at every route', async () => {
      for (const { metodo, url } of rotas.filter((r) => !r.publica)) {
        const { statusCode } = await c.app.inject({ method: metodo, url, headers: DAQUI });
        expect([metodo, url, statusCode]).toEqual([metodo, url, 401]);
      }
    });

    test('leads a person to the login, at every route', async () => {
      for (const { url } of rotas.filter((r) => !r.publica && r.metodo === 'GET')) {
        const { statusCode, headers } = await c.app.inject({ url, headers: PAGINA });
        expect([url, statusCode, headers.location]).toEqual([url, 303, `/entrar?destino=${encodeURIComponent(url)}`]);
      }
    });

    test('does not say which addresses exist', async () => {
      for (const url of [
        '/nada',
        '/filas/nada',
        '/filas/static/nada.js',
        '/filas/static/../../package.json',
        '/filas//',
      ])
        expect([url, (await c.app.inject({ url })).statusCode]).toEqual([url, 401]);
    });

    test('is alive, ready and measured', async () => {
      for (const url of ['/livez', '/readyz', '/metrics']) expect((await c.app.inject(url)).statusCode).toBe(200);
    });
  });

  describe('a request from elsewhere', () => {
    const DE_FORA = [
      { 'sec-fetch-site': 'cross-site', origin: 'http://localhost:80' },
      { 'sec-fetch-site': 'same-site', origin: 'http://localhost:80' },
      { origin: 'http://mau.example' },
      { origin: 'http://localhost:81' },
      { origin: 'null' },
      {},
    ];
    test.each(DE_FORA)('that changes something is refused at every route: %j', async (headers) => {
      for (const { metodo, url } of rotas.filter(altera)) {
        const { statusCode } = await c.app.inject({ method: metodo, url, headers: { ...headers, cookie: ana } });
        expect([metodo, url, statusCode]).toEqual([metodo, url, 403]);
      }
      expect(await c.fila.fila('aplicar').isPaused()).toBe(false);
    });

    test('is told from ours by its origin where the browser sends no more', async () => {
      const pausar = { method: 'PUT', url: '/filas/api/queues/agenda/pause' } as const;
      const daqui = await c.app.inject({ ...pausar, headers: { origin: 'http://localhost:80', cookie: ana } });
      expect(daqui.statusCode).toBe(200);
      const atras = { origin: 'https://console.example', 'x-forwarded-host': 'console.example' };
      const proxy = await c.app.inject({
        ...pausar,
        url: '/filas/api/queues/agenda/resume',
        headers: { ...atras, cookie: ana },
      });
      expect(proxy.statusCode).toBe(200);
    });
  });

  describe('a form', () => {
    test.each([
      ['without a token', async () => ({})],
      ['with an invented token', async () => ({ _csrf: 'abcdefgh-0123456789abcdefghijklmnopq' })],
      ['with the token of another session', async () => ({ _csrf: await tokenDe(c.app, rui, '/conta') })],
    ])('%s is refused', async (_como, campos: () => Promise<Record<string, string>>) => {
      const formularios = rotas.filter((r) => altera(r) && r.url !== '/entrar' && !r.url.startsWith('/filas'));
      expect(formularios.length).toBeGreaterThan(8);
      for (const { url } of formularios) {
        const { statusCode } = await enviar(c.app, url, ana, await campos());
        expect([url, statusCode]).toEqual([url, 403]);
      }
      expect((await c.app.inject({ url: '/conta', headers: { cookie: ana } })).statusCode).toBe(200);
    });
  });

  test('lets a leitor change nothing but his own session', async () => {
    for (const { metodo, url } of rotas.filter((r) => altera(r) && r.url !== '/sair' && r.url !== '/entrar')) {
      const { statusCode, body } = await c.app.inject({ method: metodo, url, headers: { ...DAQUI, cookie: rui } });
      expect([metodo, url, statusCode]).toEqual([metodo, url, 403]);
      expect(body).toContain('Só um operador');
    }
    expect(await c.banco.sql`select * from auditoria where quem = 'rui'`).toHaveLength(0);
  });

  test('lets a leitor look everywhere', async () => {
    for (const url of [
      '/',
      '/?periodo=dia',
      '/conta',
      '/pedidos',
      '/pendentes',
      '/invalidos',
      '/quarentena',
      '/saida',
      '/reconciliacao',
      '/origens',
      '/papeis',
      '/filas',
      '/filas/queue/aplicar',
      '/filas/api/queues?activeQueue=aplicar&page=1&jobsPerPage=10',
    ])
      expect([url, (await c.app.inject({ url, headers: { cookie: rui } })).statusCode]).toEqual([url, 200]);
  });

  describe('its headers', () => {
    test('allow nothing from elsewhere and no frame, on every answer', async () => {
      const urls = ['/entrar', '/conta', '/nada', '/livez', '/filas', '/filas/api/queues', '/filas/static/favicon.ico'];
      for (const url of urls)
        for (const headers of [{ ...PAGINA, cookie: ana }, {}]) {
          const resposta = await c.app.inject({ url, headers });
          const csp = String(resposta.headers['content-security-policy']);
          expect(csp).toContain("default-src 'none'");
          expect(csp).toContain("frame-ancestors 'none'");
          expect(csp).not.toMatch(/https?:|\*|unsafe-eval|script-src[^;]*unsafe/);
          expect(csp.includes('unsafe-inline')).toBe(url.startsWith('/filas') && 'cookie' in headers);
          expect(resposta.headers).toMatchObject({
            'x-content-type-options': 'nosniff',
            'x-frame-options': 'DENY',
            'referrer-policy': 'same-origin',
          });
        }
    });

    test('keep pages and answers out of every cache', async () => {
      for (const url of ['/', '/entrar', '/conta', '/filas', '/filas/api/queues', '/nada'])
        expect((await c.app.inject({ url, headers: { cookie: ana } })).headers['cache-control']).toBe('no-store');
    });
  });
});
