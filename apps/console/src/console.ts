import { avaliarSaude } from '@entrada/runtime';
import cookie from '@fastify/cookie';
import csrf from '@fastify/csrf-protection';
import formbody from '@fastify/formbody';
import helmet from '@fastify/helmet';
import rateLimit from '@fastify/rate-limit';
import session from '@fastify/session';
import Fastify, { type FastifyInstance, type FastifyRequest, type RouteOptions } from 'fastify';
import { CABECALHOS } from './acesso/cabecalhos.ts';
import { rotasDeEntrada } from './acesso/entrar.tsx';
import { exigirAcesso } from './acesso/exigir-acesso.ts';
import { criarArmazem, DURACAO_MS } from './acesso/sessao.ts';
import { rotasDaBusca } from './busca/rotas.tsx';
import type { Deps } from './deps.ts';
import { tratarErro } from './erros.ts';
import { quadroDasFilas } from './filas/quadro.ts';
import { rotasDasOrigens } from './listas/origens.tsx';
import { rotasDosPapeis } from './listas/papeis.tsx';
import { rotasDaQuarentena } from './listas/quarentena.tsx';
import { rotasDasListas } from './listas/rotas.tsx';
import { rotasDaConta } from './paginas/conta.tsx';
import { ESTILO, ICONE, PROGRAMA } from './paginas/estilo.ts';
import { recusar } from './paginas/responder.tsx';
import { rotasDoPainel } from './painel/rotas.tsx';
import { rotasDosPedidos } from './pedidos/rotas.tsx';

/** Ids have up to 512 bytes, and each may take three characters in an address. */
const MAIOR_PARAMETRO = 3 * 512;

/**
 * The console, not yet listening.
 * @param aoRegistrar is told every route, those of plugins included
 */
export async function criarConsole(
  deps: Deps,
  aoRegistrar: (rota: RouteOptions) => void = () => undefined,
): Promise<FastifyInstance> {
  const app = Fastify({
    logger: false,
    bodyLimit: 64 * 1024,
    requestTimeout: 30_000,
    forceCloseConnections: true,
    routerOptions: { maxParamLength: MAIOR_PARAMETRO },
    // A proxy that ends TLS in front of us has a private address; what anybody else says of himself is not believed.
    trustProxy: ['loopback', 'linklocal', 'uniquelocal'],
  });
  app.addHook('onRoute', aoRegistrar);
  app.setErrorHandler((erro, req, reply) => tratarErro(deps.logger, erro, req, reply));

  await app.register(helmet, CABECALHOS);
  await app.register(cookie);
  await app.register(session, {
    secret: deps.chave,
    cookieName: 'sessao',
    store: criarArmazem(deps.sql),
    saveUninitialized: false,
    rolling: false,
    cookie: { secure: 'auto', httpOnly: true, sameSite: 'lax', maxAge: DURACAO_MS },
  });
  await app.register(csrf, { sessionPlugin: '@fastify/session', getToken: tokenDoFormulario });
  await app.register(formbody);
  await app.register(rateLimit, { global: false });
  app.decorateRequest('usuario', null);
  app.addHook('onRequest', exigirAcesso(deps.usuarios));
  app.addHook('onSend', async (_req, reply) => {
    if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store');
  });
  app.setNotFoundHandler((req, reply) => recusar(req, reply, 404, 'Este endereço não existe.'));

  rotasPublicas(app, deps);
  rotasDeEntrada(app, deps);
  await app.register(async (paginas) => {
    paginas.addHook('preHandler', (req, reply, done) =>
      req.method === 'POST' ? app.csrfProtection(req, reply, done) : done(),
    );
    rotasDoPainel(paginas, deps);
    rotasDaConta(paginas);
    rotasDaBusca(paginas, deps);
    rotasDosPedidos(paginas, deps);
    rotasDasListas(paginas, deps);
    rotasDaQuarentena(paginas, deps);
    rotasDasOrigens(paginas, deps);
    rotasDosPapeis(paginas, deps);
  });
  await app.register(quadroDasFilas(deps), { prefix: '/filas' });
  return app;
}

function rotasPublicas(app: FastifyInstance, { metrics, readyz }: Deps): void {
  const publica = { config: { publica: true } } as const;
  app.get('/livez', publica, () => ({ ok: true }));
  app.get('/readyz', publica, async (_req, reply) => {
    const { codigo, corpo } = await avaliarSaude(readyz);
    return reply.code(codigo).send(corpo);
  });
  app.get('/metrics', publica, async (_req, reply) => reply.type(metrics.contentType).send(await metrics.texto()));
  const arquivo = (url: string, tipo: string, texto: string) =>
    app.get(url, publica, (_req, reply) => reply.type(tipo).header('cache-control', 'max-age=3600').send(texto));
  arquivo('/estilo.css', 'text/css; charset=utf-8', ESTILO);
  arquivo('/console.js', 'text/javascript; charset=utf-8', PROGRAMA);
  arquivo('/icone.svg', 'image/svg+xml', ICONE);
}

function tokenDoFormulario({ body }: FastifyRequest): string | undefined {
  const token = body !== null && typeof body === 'object' && '_csrf' in body ? body._csrf : undefined;
  return typeof token === 'string' ? token : undefined;
}
