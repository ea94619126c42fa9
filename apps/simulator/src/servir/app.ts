import fastify, { type FastifyInstance } from 'fastify';
import type { Sql } from 'postgres';
import { z } from 'zod';
import { auditar } from '../auditoria/auditar.ts';
import { rotasDasEntregas } from '../entregas/rotas.ts';
import { rotasDoErp } from '../erp/rotas.ts';
import { rotasDaApi } from '../lojas/api.ts';
import { criarSorteio } from '../sorteio.ts';
import type { Simulador } from './simulador.ts';

const REGISTRO = z.object({ url: z.url({ protocol: /^https?$/ }) });
const VIDA = z.object({
  semente: z.string(),
  pedidos: z.int().positive(),
  duracao_ms: z.int().nonnegative(),
  reabre: z.boolean().default(true),
});
const API = z.object({ ligada: z.boolean(), pagina: z.int().positive(), falhas: z.number().min(0).max(1) }).partial();
const AUDITORIA = z.object({ com_api: z.boolean().default(true) });

/** The simulator over HTTP: each store's API and registration, the delivery log, the ERP, and the knobs. */
export function criarApp(
  simulador: Simulador,
  { semente, sql }: { semente: string; sql: Sql | null },
): FastifyInstance {
  const app = fastify({ forceCloseConnections: true });
  const apis = new Map(
    [...simulador.lojas].map(([nome, loja]) => [nome, { loja, token: simulador.token(nome) }] as const),
  );
  rotasDaApi(app, apis, simulador.api, criarSorteio(`${semente}/api`));
  rotasDasEntregas(app, simulador.carteiro);
  rotasDoErp(app, simulador.erp);
  rotasDoWebhook(app, simulador);
  rotasDoMundo(app, simulador, sql);
  app.setErrorHandler((e: { statusCode?: number; message: string }, _req, reply) =>
    reply.code(e instanceof z.ZodError ? 400 : (e.statusCode ?? 500)).send({ erro: e.message }),
  );
  return app;
}

/** What a shop owner does on the store's site: register an address, send a test event. */
function rotasDoWebhook(app: FastifyInstance, simulador: Simulador): void {
  app.get<{ Params: { origem: string } }>('/:origem/webhook', ({ params: { origem } }, reply) => {
    const url = simulador.registro(origem);
    return url ? { url: url.href } : reply.code(404).send({ erro: 'no address is registered' });
  });
  app.put<{ Params: { origem: string } }>('/:origem/webhook', async ({ params: { origem }, body }, reply) => {
    if (!simulador.lojas.has(origem)) return reply.code(404).send({ erro: 'no such store' });
    const { url } = REGISTRO.parse(body);
    const motivo = await simulador.registrar(origem, new URL(url));
    return motivo === null ? { url } : reply.code(422).send({ erro: `${url} cannot be registered: ${motivo}` });
  });
  app.post<{ Params: { origem: string } }>('/:origem/teste', async ({ params: { origem } }, reply) => {
    return (await simulador.testar(origem)) ?? reply.code(404).send({ erro: 'no such store' });
  });
}

function rotasDoMundo(app: FastifyInstance, simulador: Simulador, sql: Sql | null): void {
  app.get('/livez', () => ({ ok: true }));
  app.get('/readyz', () => ({ ok: true }));
  app.get('/andamento', () => simulador.andamento());
  app.post('/viver', (req, reply) => {
    const { duracao_ms: duracaoMs, ...vida } = VIDA.parse(req.body);
    void simulador.viver({ ...vida, duracaoMs });
    return reply.code(202).send(simulador.andamento());
  });
  app.put('/api', (req) => Object.assign(simulador.api, API.parse(req.body)));
  app.post('/auditoria', (req, reply) => {
    if (sql === null) return reply.code(409).send({ erro: 'set DATABASE_URL: the audit reads the tables' });
    const { com_api: comApi } = AUDITORIA.parse(req.body ?? {});
    return auditar(sql, { lojas: [...simulador.lojas.values()], erp: simulador.erp, comApi });
  });
}
