import { createBullBoard } from '@bull-board/api';
import { BullMQAdapter } from '@bull-board/api/bullMQAdapter';
import { FastifyAdapter } from '@bull-board/fastify';
import type { FastifyInstance } from 'fastify';
import { CABECALHOS_DAS_FILAS } from '../acesso/cabecalhos.ts';
import type { Deps } from '../deps.ts';
import { linkDoPedido } from '../pedidos/endereco.ts';
import { julgarAcoes } from './acoes.ts';
import { semTerceiros } from './html.ts';
import { comoLeitor } from './leitor.ts';

type Opcoes = NonNullable<ConstructorParameters<typeof BullMQAdapter>[1]>;
type Queue = ReturnType<Deps['fila']['filas']>[number];

/**
 * Bull Board over every queue, to be registered under a prefix. The login stands in front of all of it, static files
 * included; what it may change is decided in acoes.
 */
export function quadroDasFilas(deps: Deps) {
  return async (app: FastifyInstance): Promise<void> => {
    app.addHook('onRequest', async (_req, reply) => {
      reply.helmet(CABECALHOS_DAS_FILAS);
    });
    app.addHook('preHandler', julgarAcoes(deps, app.prefix));
    app.addHook('preSerialization', async (req, _reply, corpo) =>
      req.usuario?.papel === 'operador' ? corpo : comoLeitor(corpo),
    );
    app.addHook('onSend', async (_req, reply, corpo) =>
      typeof corpo === 'string' && String(reply.getHeader('content-type')).startsWith('text/html')
        ? semTerceiros(corpo)
        : corpo,
    );

    const serverAdapter = new FastifyAdapter();
    serverAdapter.setBasePath(app.prefix);
    createBullBoard({
      queues: deps.fila.filas().map(adaptar),
      serverAdapter,
      options: {
        uiConfig: {
          boardTitle: 'Entrada',
          locale: { lng: 'pt-BR' },
          miscLinks: [
            { text: 'Visão geral', url: '/' },
            { text: 'Pedidos', url: '/pedidos' },
            { text: 'Conta', url: '/conta' },
          ],
          hideDocsLink: true, // it leads to another host
        },
      },
    });
    await app.register(serverAdapter.registerPlugin());
  };
}

function adaptar(queue: Queue): BullMQAdapter {
  const doPedido: NonNullable<Opcoes['externalJobUrl']> = ({ data }) => ({
    displayText: 'Abrir o pedido',
    href: linkDoPedido(data) ?? '/filas',
  });
  return new BullMQAdapter(queue, {
    // A retried job runs beside the one that the sweep adds; "reprocessar pedido" does it in order.
    allowRetries: queue.name !== 'aplicar',
    description: DESCRICOES[queue.name] ?? '',
    ...(queue.name === 'agenda' ? {} : { externalJobUrl: doPedido }),
  });
}

const DESCRICOES: Readonly<Record<string, string>> = {
  aplicar: 'Aplica os eventos pendentes de cada pedido',
  publicar: 'Entrega os efeitos de cada pedido ao ERP',
  consultar: 'Lê pedidos na API da loja',
  agenda: 'Tudo o que é periódico: a varredura e o resto',
};
