import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import {
  type ConsoleDeTeste,
  entrar,
  enviar,
  PAGINA,
  SENHAS,
  subirConsole,
  tentarEntrar,
  tokenDe,
} from '../apoio.suite.ts';
import { criarConsole } from '../console.ts';

describe.skipIf(inject('redisUrl') === '')('the login', () => {
  let c: ConsoleDeTeste;
  beforeAll(async () => {
    c = await subirConsole();
  });
  afterAll(() => c.fechar());

  const estado = async (cookie: string) => {
    const { statusCode } = await c.app.inject({ url: '/conta', headers: { cookie } });
    return statusCode;
  };

  test('leads to the page that was asked for', async () => {
    const ida = await c.app.inject({ url: '/filas/queue/aplicar?status=failed', headers: PAGINA });
    expect(ida.statusCode).toBe(303);
    expect(ida.headers.location).toBe('/entrar?destino=%2Ffilas%2Fqueue%2Faplicar%3Fstatus%3Dfailed');
    const pagina = await c.app.inject({ url: ida.headers.location as string, headers: PAGINA });
    expect(pagina.body).toContain('name="destino" value="/filas/queue/aplicar?status=failed"');
    const volta = await tentarEntrar(c.app, 'ana', SENHAS.ana);
    expect([volta.statusCode, volta.headers.location]).toEqual([303, '/conta']);
  });

  test('costs a stranger no row of the database', async () => {
    const antes = await c.banco.sql`select count(*) from sessoes`;
    await c.app.inject({ url: '/entrar', headers: PAGINA });
    await tentarEntrar(c.app, 'eva', 'x', { remoteAddress: '10.9.0.1' });
    expect(await c.banco.sql`select count(*) from sessoes`).toEqual(antes);
  });

  test('sets a cookie that scripts and other sites do not get, for https only where https is used', async () => {
    const http = await tentarEntrar(c.app, 'ana', SENHAS.ana, { remoteAddress: '10.9.0.2' });
    expect(http.cookies[0]).toMatchObject({ name: 'sessao', httpOnly: true, sameSite: 'Lax', path: '/' });
    expect(http.cookies[0]?.secure).toBeUndefined();
    const https = await tentarEntrar(c.app, 'ana', SENHAS.ana, {
      remoteAddress: '10.9.0.3',
      headers: { 'x-forwarded-proto': 'https' },
    });
    expect(https.cookies[0]).toMatchObject({ httpOnly: true, secure: true, sameSite: 'Lax' });
  });

  test('stores a hash of the session id, and ends the session after its time', async () => {
    const cookie = await entrar(c.app, 'ana');
    const id = decodeURIComponent(cookie.slice('sessao='.length)).split('.')[0] ?? '';
    const sessoes = await c.banco.sql<{ id: string }[]>`select id from sessoes`;
    expect(JSON.stringify(sessoes)).not.toContain(id);
    expect(await estado(cookie)).toBe(200);
    await c.banco.sql`update sessoes set criada_em = now() - interval '2 days', expira_em = now() - interval '1 s'`;
    expect(await estado(cookie)).toBe(401);
  });

  test('gives a new id: one that was planted before it is worth nothing', async () => {
    const plantado = await entrar(c.app, 'rui');
    const resposta = await tentarEntrar(c.app, 'ana', SENHAS.ana, {
      remoteAddress: '10.9.0.4',
      headers: { cookie: plantado },
    });
    expect(resposta.statusCode).toBe(303);
    expect(`sessao=${resposta.cookies[0]?.value}`).not.toBe(plantado);
    expect(await estado(plantado)).toBe(401);
  });

  test('does not believe a cookie that was signed with another key', async () => {
    const cookie = await entrar(c.app, 'ana');
    const [id] = cookie.split('.');
    expect(await estado(`${id}.AAAA`)).toBe(401);
    expect(await estado(`${id}`)).toBe(401);
  });

  test('ends with the logout: the cookie is worth nothing afterwards', async () => {
    const cookie = await entrar(c.app, 'rui');
    const saida = await enviar(c.app, '/sair', cookie, { _csrf: await tokenDe(c.app, cookie, '/conta') });
    expect([saida.statusCode, saida.headers.location]).toEqual([303, '/entrar']);
    expect(await estado(cookie)).toBe(401);
  });

  test('is over for who was removed from the settings or got another password or role', async () => {
    const cookie = await entrar(c.app, 'ana');
    const [ana, rui] = c.deps.usuarios;
    const com = async (usuarios: typeof c.deps.usuarios) => {
      const app = await criarConsole({
        ...c.deps,
        usuarios,
        metrics: { ...c.deps.metrics, counter: () => ({ inc() {} }) as never },
      });
      const { statusCode, body } = await app.inject({ url: '/conta', headers: { ...PAGINA, cookie } });
      await app.close();
      return statusCode === 200 ? /leitor|operador/.exec(body)?.[0] : statusCode;
    };
    expect(await com([ana!, rui!])).toBe('operador');
    expect(await com([{ ...ana!, papel: 'leitor' }])).toBe('leitor');
    expect(await com([{ ...ana!, scrypt: rui!.scrypt }])).toBe(303);
    expect(await com([rui!])).toBe(303);
  });

  test('answers a wrong password and an unknown name alike, and after the same work', async () => {
    const medir = async (nome: string, endereco: string) => {
      const inicio = performance.now();
      const { statusCode, body } = await tentarEntrar(c.app, nome, 'errada', { remoteAddress: endereco });
      return { statusCode, texto: body.replaceAll(nome, ''), ms: performance.now() - inicio };
    };
    const conhecido = await medir('ana', '10.9.1.1');
    const estranho = await medir('eva', '10.9.1.2');
    expect(conhecido.statusCode).toBe(401);
    expect([estranho.statusCode, estranho.texto]).toEqual([401, conhecido.texto]);
    expect(estranho.ms).toBeGreaterThan(conhecido.ms / 3);
  });

  test('is refused after five attempts a minute, also with the right password; others are not held up', async () => {
    const tentar = (nome: string, senha: string, endereco: string) =>
      tentarEntrar(c.app, nome, senha, { remoteAddress: endereco }).then((r) => r.statusCode);
    for (let i = 0; i < 5; i++) expect(await tentar('ana', `senha ${i}`, '2001:db8::1')).toBe(401);
    expect(await tentar('ana', SENHAS.ana, '2001:db8::1')).toBe(429);
    expect(await tentar('ana', SENHAS.ana, '2001:db8::ffff')).toBe(429);
    expect(await tentar('rui', SENHAS.rui, '2001:db8::1')).toBe(303);
    expect(await tentar('ana', SENHAS.ana, '2001:db8:0:1::1')).toBe(303);
  });

  test('is counted', async () => {
    const { body } = await c.app.inject('/metrics');
    for (const resultado of ['aceita', 'recusada', 'contida'])
      expect(body).toMatch(new RegExp(`entrada_console_logins_total\\{resultado="${resultado}"\\} [1-9]`));
  });
});
