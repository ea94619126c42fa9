import { type NovoEvento, registrarOrigens } from '@entrada/db';
import { createFila, type Fila } from '@entrada/queue';
import { createLogger, createMetrics, scryptSenha, type UsuarioDoConsole } from '@entrada/runtime';
import { type BancoDeTeste, bancoDeTeste, type RedisDeTeste, redisDeTeste } from '@entrada/testing';
import type { FastifyInstance, InjectOptions, RouteOptions } from 'fastify';
import { criarConsole } from './console.ts';
import type { Deps } from './deps.ts';

export const SENHAS = { ana: 'a senha da ana', rui: 'a senha do rui' } as const;
type Nome = keyof typeof SENHAS;

export const criarUsuarios = async (): Promise<UsuarioDoConsole[]> => [
  { nome: 'ana', papel: 'operador', scrypt: await scryptSenha(SENHAS.ana) },
  { nome: 'rui', papel: 'leitor', scrypt: await scryptSenha(SENHAS.rui) },
];

export interface ConsoleDeTeste {
  app: FastifyInstance;
  rotas: readonly RouteOptions[];
  banco: BancoDeTeste;
  redis: RedisDeTeste | null;
  fila: Fila;
  deps: Deps;
  fechar(): Promise<void>;
}

/** A console on a database of its own, and on a Redis of its own or the queue in Postgres. */
export async function subirConsole(onde: 'redis' | 'postgres' = 'redis'): Promise<ConsoleDeTeste> {
  const banco = await bancoDeTeste();
  await registrarOrigens(banco.sql, [{ nome: 'loja', dialeto: 'loja', criterio: 'instante' }]);
  const redis = onde === 'redis' ? await redisDeTeste() : null;
  const logger = createLogger({ nome: 'console', level: 'silent' });
  const conexoes = { redisUrl: redis?.url ?? null, databaseUrl: banco.url };
  const fila = await createFila({ ...conexoes, papel: 'produtor', logger });
  const deps: Deps = {
    sql: banco.sql,
    fila,
    usuarios: await criarUsuarios(),
    chave: 'uma chave de teste com mais de 32 letras',
    origens: [],
    logger,
    metrics: createMetrics(),
    readyz: () => null,
  };
  const rotas: RouteOptions[] = [];
  const app = await criarConsole(deps, (rota) => void rotas.push(rota));
  await app.ready();
  return {
    app,
    rotas,
    banco,
    redis,
    fila,
    deps,
    async fechar() {
      await app.close();
      await fila.fechar();
      await redis?.fechar();
      await banco.fechar();
    },
  };
}

/** What a browser sends along from one of our pages. */
export const DAQUI = { origin: 'http://localhost:80', 'sec-fetch-site': 'same-origin' } as const;
export const PAGINA = { ...DAQUI, accept: 'text/html' } as const;

export const tentarEntrar = (app: FastifyInstance, usuario: string, senha: string, opcoes: InjectOptions = {}) =>
  app.inject({
    ...opcoes,
    method: 'POST',
    url: '/entrar',
    headers: { ...PAGINA, ...opcoes.headers, 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams({ usuario, senha, destino: '/conta' }).toString(),
  });

/** @returns the session's cookie as a header */
export async function entrar(app: FastifyInstance, nome: Nome): Promise<string> {
  const resposta = await tentarEntrar(app, nome, SENHAS[nome], { remoteAddress: `10.0.0.${proximo++ % 250}` });
  const cookie = resposta.cookies.find((c) => c.name === 'sessao');
  if (resposta.statusCode !== 303 || !cookie) throw new Error(`no login: ${resposta.statusCode} ${resposta.body}`);
  return `sessao=${cookie.value}`;
}
let proximo = 1; // logins come from different addresses, so that they do not use up each other's attempts

/** The token of the form of a page. */
export async function tokenDe(app: FastifyInstance, cookie: string, url: string): Promise<string> {
  const { body } = await app.inject({ url, headers: { ...PAGINA, cookie } });
  const token = /name="_csrf" value="([^"]+)"/.exec(body)?.[1];
  if (token === undefined) throw new Error(`no form at ${url}: ${body}`);
  return token;
}

export const enviar = (app: FastifyInstance, url: string, cookie: string, campos: Record<string, string>) =>
  app.inject({
    method: 'POST',
    url,
    headers: { ...PAGINA, cookie, 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams(campos).toString(),
  });

export const evento = (evento_id: string, recurso_id = 'p1'): NovoEvento => ({
  origem: 'loja',
  evento_id,
  recurso_id,
  tipo: 'order.paid',
  fonte: 'webhook',
  payload: '{}',
  corpo: null,
  segredo_nome: null,
  resultado: null,
});
