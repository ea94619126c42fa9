import { listarEfeitosFalhos, listarEfeitosPendentes, listarInvalidos, listarPendentes } from '@entrada/db';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '../deps.ts';
import { numero, texto } from '../paginas/parametros.ts';
import { responder } from '../paginas/responder.tsx';
import { visaoDe } from '../texto/dados-pessoais.ts';
import { PaginaDosInvalidos, PaginaDosPendentes } from './eventos.tsx';
import { PaginaDaSaida } from './saida.tsx';

const PAGINA = 50;

/** What waits, and what did not go well: lists that go on after a row, however many come before it. */
export function rotasDasListas(app: FastifyInstance, { sql }: Deps): void {
  app.get('/pendentes', async (req, reply) => {
    const [origem, recurso_id] = [texto(req.query, 'origem'), texto(req.query, 'pedido')];
    const aPartirDe = origem !== null && recurso_id !== null ? { origem, recurso_id } : null;
    const pedidos = await listarPendentes(sql, { aPartirDe, limite: PAGINA });
    const pagina = (
      <PaginaDosPendentes pedidos={pedidos} cheia={pedidos.length === PAGINA} visao={visaoDe(req.usuario)} />
    );
    return responder(req, reply, 200, 'Pedidos com eventos pendentes', pagina);
  });

  app.get('/invalidos', async (req, reply) => {
    const [lugar, origem, evento_id] = ['lugar', 'origem', 'evento'].map((n) => texto(req.query, n));
    const aPartirDe = lugar && origem && evento_id ? { lugar, origem, evento_id } : null;
    const eventos = await listarInvalidos(sql, { aPartirDe, limite: PAGINA });
    const pagina = (
      <PaginaDosInvalidos eventos={eventos} cheia={eventos.length === PAGINA} visao={visaoDe(req.usuario)} />
    );
    return responder(req, reply, 200, 'Eventos inválidos', pagina);
  });

  app.get('/saida', async (req, reply) => {
    const [origem, recurso_id] = [texto(req.query, 'origem'), texto(req.query, 'pedido')];
    const seq = numero(req.query, 'seq');
    const depois = origem !== null && recurso_id !== null && seq !== null ? { origem, recurso_id, seq } : null;
    const [falhos, pendentes] = await Promise.all([
      listarEfeitosFalhos(sql, { aPartirDe: numero(req.query, 'antes'), limite: PAGINA }),
      listarEfeitosPendentes(sql, { aPartirDe: depois, limite: PAGINA }),
    ]);
    const pagina = <PaginaDaSaida {...{ falhos, pendentes, limite: PAGINA, visao: visaoDe(req.usuario) }} />;
    return responder(req, reply, 200, 'Saída para o ERP', pagina);
  });
}
