import { buscarPedidos, type PedidoEncontrado, pedidosRecentes } from '@entrada/db';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '../deps.ts';
import { Instante } from '../paginas/instante.tsx';
import { numero, texto } from '../paginas/parametros.ts';
import { responder } from '../paginas/responder.tsx';
import { comLugar, Seguinte } from '../paginas/seguinte.tsx';
import { Tabela } from '../paginas/tabela.tsx';
import { enderecoDoPedido } from '../pedidos/endereco.ts';
import { visivel } from '../texto/visivel.ts';
import { Busca } from './busca.tsx';

/** Transitions of one page; an order that moved several times is listed once. */
const PAGINA = 50;
const MAX_TEXTO = 512;

const POR: Readonly<Record<PedidoEncontrado['por'], string>> = {
  pedido: 'número do pedido',
  evento: 'número do evento',
  email: 'e-mail',
};

/** Orders: those that a text finds, or those that moved last. */
export function rotasDaBusca(app: FastifyInstance, { sql }: Deps): void {
  app.get('/pedidos', async (req, reply) => {
    const procurado = (texto(req.query, 'q') ?? '').trim().slice(0, MAX_TEXTO);
    if (procurado === '') return recentes();
    const achados = await buscarPedidos(sql, procurado);
    const [unico] = achados;
    if (unico && achados.length === 1) return reply.redirect(enderecoDoPedido(unico), 303);
    return responder(
      req,
      reply,
      200,
      'Pedidos',
      <>
        <Busca procurado={procurado} />
        <Tabela
          titulo="Encontrados"
          vazia="Nada foi encontrado com este número de pedido, número de evento ou e-mail."
          colunas={['Pedido', 'Origem', 'Estado', 'Atualizado em', 'Encontrado por']}
          linhas={achados.map((a) => [
            <a href={enderecoDoPedido(a)}>{visivel(a.recurso_id)}</a>,
            a.origem,
            a.status ?? 'nenhum ainda',
            <Instante em={a.atualizado_em} />,
            POR[a.por],
          ])}
        />
      </>,
    );

    async function recentes() {
      const { pedidos, seguinte } = await pedidosRecentes(sql, numero(req.query, 'antes'), PAGINA);
      return responder(
        req,
        reply,
        200,
        'Pedidos',
        <>
          <Busca procurado="" />
          <Tabela
            titulo="Os que mudaram por último"
            vazia="Nenhum pedido mudou ainda."
            colunas={['Pedido', 'Origem', 'Passou a', 'Em']}
            linhas={pedidos.map((p) => [
              <a href={enderecoDoPedido(p)}>{visivel(p.recurso_id)}</a>,
              p.origem,
              <span class={`etiqueta estado-${p.status}`}>{p.status}</span>,
              <Instante em={p.em} />,
            ])}
          />
          <Seguinte href={comLugar('/pedidos', seguinte === null ? null : { antes: String(seguinte) })} />
        </>,
      );
    }
  });
}
