import { isIPv6 } from 'node:net';
import { apagarSessoesVencidas } from '@entrada/db';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Deps } from '../deps.ts';
import { responder } from '../paginas/responder.tsx';
import { PaginaEntrar } from './pagina-entrar.tsx';
import { criarConferencia } from './senhas.ts';
import { abrirSessao } from './sessao.ts';

/** Attempts a minute for one name from one network: nobody mistypes oftener, and 7,200 a day guess nothing. */
const TENTATIVAS_POR_MINUTO = 5;
const MAX_NOME = 100;
const MAX_SENHA = 1_000;

export function rotasDeEntrada(app: FastifyInstance, deps: Deps): void {
  const conferir = criarConferencia(deps.usuarios);
  const logins = deps.metrics.counter({
    name: 'entrada_console_logins_total',
    help: 'Attempts to log in, by outcome',
    labelNames: ['resultado'],
  });

  app.get<{ Querystring: { destino?: unknown } }>('/entrar', { config: { publica: true } }, async (req, reply) => {
    const destino = destinoSeguro(req.query.destino);
    if (req.usuario) return reply.redirect(destino, 303);
    return mostrar(req, reply, 200, { destino, nome: '', erro: null });
  });

  const rateLimit = {
    max: TENTATIVAS_POR_MINUTO,
    timeWindow: '1 minute',
    hook: 'preHandler',
    keyGenerator: (req: FastifyRequest) => `${rede(req.ip)} ${campo(req, 'usuario').slice(0, MAX_NOME)}`,
    onExceeded: () => logins.inc({ resultado: 'contida' }),
  } as const;

  app.post('/entrar', { config: { publica: true, rateLimit } }, async (req, reply) => {
    const nome = campo(req, 'usuario').slice(0, MAX_NOME);
    const destino = destinoSeguro(campo(req, 'destino'));
    const usuario = await conferir(nome, campo(req, 'senha').slice(0, MAX_SENHA));
    if (usuario === 'ocupado') {
      logins.inc({ resultado: 'contida' });
      const erro = 'Muitas tentativas ao mesmo tempo. Espere um pouco.';
      return mostrar(req, reply.header('retry-after', 5), 429, { destino, nome, erro });
    }
    if (usuario === null) {
      logins.inc({ resultado: 'recusada' });
      deps.logger.warn({ usuario: nome, endereco: req.ip }, 'login refused');
      return mostrar(req, reply, 401, { destino, nome, erro: 'Usuário ou senha incorretos.' });
    }
    await apagarSessoesVencidas(deps.sql);
    await abrirSessao(req, usuario);
    logins.inc({ resultado: 'aceita' });
    deps.logger.info({ usuario: nome, endereco: req.ip }, 'logged in');
    return reply.redirect(destino, 303);
  });
}

const mostrar = (
  req: FastifyRequest,
  reply: FastifyReply,
  codigo: number,
  dados: { destino: string; nome: string; erro: string | null },
) => responder(req, reply, codigo, 'Entrar', <PaginaEntrar {...dados} />);

/** A path of this host, so that a link cannot use our login to lead elsewhere. */
export function destinoSeguro(pedido: unknown): string {
  const padrao = '/';
  if (typeof pedido !== 'string' || !pedido.startsWith('/') || !URL.canParse(pedido, 'http://aqui')) return padrao;
  const { origin, pathname, search } = new URL(pedido, 'http://aqui');
  return origin === 'http://aqui' && !pathname.startsWith('//') ? `${pathname}${search}` : padrao;
}

/** One household or machine owns a /64 at least, and may change its address within it at will. */
export function rede(ip: string): string {
  if (!isIPv6(ip) || ip.includes('.')) return ip;
  const [antes = [], depois = []] = ip.split('::').map((lado) => lado.split(':').filter((g) => g !== ''));
  const zeros = ip.includes('::') ? Array<string>(8 - antes.length - depois.length).fill('0') : [];
  return [...antes, ...zeros, ...depois].slice(0, 4).join(':');
}

function campo(req: FastifyRequest, nome: string): string {
  const { body } = req;
  const valor = body !== null && typeof body === 'object' ? Object.entries(body).find(([n]) => n === nome)?.[1] : '';
  return typeof valor === 'string' ? valor : '';
}
