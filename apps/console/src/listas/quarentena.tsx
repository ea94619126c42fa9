import { buscarQuarentena, descartarQuarentena, liberarQuarentena, listarOrigens, listarQuarentena } from '@entrada/db';
import { leitoresDasOrigens } from '@entrada/providers';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '../deps.ts';
import { Aviso } from '../paginas/aviso.tsx';
import { avisoDe } from '../paginas/avisos.ts';
import { Instante } from '../paginas/instante.tsx';
import { numero, texto } from '../paginas/parametros.ts';
import { recusar, responder } from '../paginas/responder.tsx';
import { comLugar, Seguinte } from '../paginas/seguinte.tsx';
import { Tabela } from '../paginas/tabela.tsx';
import { quemDe } from '../pedidos/acoes.tsx';
import { enderecoDoPedido } from '../pedidos/endereco.ts';
import { visivel } from '../texto/visivel.ts';
import { PaginaDaEntrega } from './entrega.tsx';

const PAGINA = 50;
const MAX_BYTES = 4_096;
const NAO_HA = 'Não há esta entrega na quarentena: alguém já a resolveu.';

interface DaEntrega {
  Params: { entrega: string };
}

/** Deliveries that were signed and could not become an event. */
export function rotasDaQuarentena(app: FastifyInstance, deps: Deps): void {
  const { sql, fila } = deps;

  app.get('/quarentena', async (req, reply) => {
    const opcoes = { origem: null, resolvidas: false, limite: PAGINA, antesDe: numero(req.query, 'antes') };
    const entregas = await listarQuarentena(sql, opcoes);
    const ultima = entregas.length === PAGINA ? entregas.at(-1) : undefined;
    return responder(
      req,
      reply,
      200,
      'Quarentena',
      <>
        <Aviso texto={avisoDe(texto(req.query, 'feito'))} />
        <p>Entregas assinadas que não puderam virar um evento. Nada delas se perde enquanto estão aqui.</p>
        <Tabela
          titulo="As mais novas primeiro"
          vazia="Nada está na quarentena."
          colunas={['Entrega', 'Origem', 'Recebida em', 'Bytes', 'Motivo']}
          linhas={entregas.map((e) => [
            <a href={`/quarentena/${e.id}`}>{e.id}</a>,
            e.origem,
            <Instante em={e.recebida_em} />,
            e.bytes.toLocaleString('pt-BR'),
            visivel(e.motivo),
          ])}
        />
        <Seguinte href={comLugar('/quarentena', ultima ? { antes: String(ultima.id) } : null)} />
      </>,
    );
  });

  app.get<DaEntrega>('/quarentena/:entrega', async (req, reply) => {
    const entrega = await buscarQuarentena(sql, numero(req.params, 'entrega') ?? 0, MAX_BYTES);
    if (!entrega) return recusar(req, reply, 404, NAO_HA);
    const operador = req.usuario?.papel === 'operador';
    const csrf = operador && entrega.resolvida_em === null ? reply.generateCsrf() : null;
    const pagina = <PaginaDaEntrega entrega={entrega} csrf={csrf} escondida={!operador} />;
    return responder(req, reply, 200, `Entrega ${entrega.id} da quarentena`, pagina);
  });

  app.post<DaEntrega>('/quarentena/:entrega/liberar', async (req, reply) => {
    const leitores = leitoresDasOrigens(await listarOrigens(sql), deps.origens);
    const retomada = await liberarQuarentena(sql, numero(req.params, 'entrega') ?? 0, { leitores, quem: quemDe(req) });
    if (retomada === null) return recusar(req, reply, 404, NAO_HA);
    if (retomada.tipo !== 'pedido') return reply.redirect(`/quarentena?feito=${retomada.tipo}`, 303);
    const { origem, recurso_id } = retomada.releitura;
    await fila.enfileirar([{ origem, recurso_id, evento_id: null }]);
    return reply.redirect(`${enderecoDoPedido({ origem, recurso_id })}?feito=liberada`, 303);
  });

  app.post<DaEntrega>('/quarentena/:entrega/descartar', async (req, reply) => {
    const feito = await descartarQuarentena(sql, numero(req.params, 'entrega') ?? 0, quemDe(req));
    return feito ? reply.redirect('/quarentena?feito=jogada_fora', 303) : recusar(req, reply, 404, NAO_HA);
  });
}
