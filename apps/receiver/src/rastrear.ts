import { type Gravacao, guardarRastros, inserirEventos, type NovoEvento, type Sql, transacao } from '@entrada/db';
import { comTrecho, type Rastro, type Trecho } from '@entrada/runtime';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Caixa } from './caixa.ts';

const ROTA = '/webhooks/:origem';

/**
 * Traces of deliveries: a span for the request, within the store's own trace where it sends a traceparent, and one in it for
 * the way into the inbox, which is kept with the event. Nothing of this is in the way while traces are off. The body's buffer,
 * of which there is one per request, says which event belongs to which request.
 */
export function rastrearEntregas(rastro: Rastro, sql: Sql) {
  const doPedido = new WeakMap<FastifyRequest, Trecho>();
  const doCorpo = new WeakMap<Buffer, Trecho>();
  const doEvento = new WeakMap<NovoEvento, string>();

  const escutar = (app: FastifyInstance): void => {
    app.addHook('onRequest', async (req) => {
      if (req.routeOptions.url !== ROTA) return;
      const { traceparent: pai } = req.headers;
      const atributos = { 'http.request.method': req.method, 'http.route': ROTA };
      const opcoes = { tipo: 'servidor', pai: typeof pai === 'string' ? pai : null, atributos } as const;
      doPedido.set(req, rastro.comecar(`${req.method} ${ROTA}`, opcoes));
    });
    app.addHook('preHandler', async (req) => {
      const trecho = doPedido.get(req);
      if (trecho && Buffer.isBuffer(req.body)) doCorpo.set(req.body, trecho);
    });
    app.addHook('onResponse', async (req, { statusCode }) => {
      const trecho = doPedido.get(req);
      trecho?.anotar({ 'http.response.status_code': statusCode });
      if (statusCode >= 500) trecho?.falhar(`answered ${statusCode}`);
      trecho?.terminar();
    });
  };

  const guardar =
    (caixa: Caixa): Caixa['guardar'] =>
    (evento, prazo) => {
      const pai = evento.corpo === null ? undefined : doCorpo.get(evento.corpo);
      if (!pai) return caixa.guardar(evento, prazo);
      const { origem, evento_id } = evento;
      return comTrecho(rastro, 'inbox', { pai: pai.traceparent, atributos: { origem, evento_id } }, async (trecho) => {
        if (trecho?.gravado) doEvento.set(evento, trecho.traceparent);
        return caixa.guardar(evento, prazo);
      });
    };

  const gravar = (eventos: readonly NovoEvento[]): Promise<Gravacao[]> =>
    transacao(sql, async (tx) => {
      const gravacoes = await inserirEventos(tx, eventos);
      const novos = eventos.flatMap((evento, i) => {
        const traceparent = doEvento.get(evento);
        const gravacao = gravacoes[i];
        if (traceparent === undefined || gravacao?.situacao !== 'recebido') return [];
        return [{ origem: evento.origem, evento_id: gravacao.evento_id, traceparent }];
      });
      await guardarRastros(tx, novos);
      return gravacoes;
    });

  return { escutar, guardar, gravar };
}
