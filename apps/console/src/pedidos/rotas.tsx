import {
  acoesDoPedido,
  buscarOrigem,
  consultaDoPedido,
  lerHistorico,
  payloadDoEvento,
  reprocessar,
  trechosDosPayloads,
} from '@entrada/db';
import type { Regras } from '@entrada/domain';
import { regrasDaOrigem } from '@entrada/providers';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '../deps.ts';
import { avisoDe } from '../paginas/avisos.ts';
import { numero, texto } from '../paginas/parametros.ts';
import { recusar, responder } from '../paginas/responder.tsx';
import { visaoDe } from '../texto/dados-pessoais.ts';
import { visivel } from '../texto/visivel.ts';
import { chaveDe, DESCONHECIDO, nuloSeOcupado, OCUPADO, quemDe, rotasDasAcoes } from './acoes.tsx';
import { enderecoDoPedido } from './endereco.ts';
import { EVENTOS_POR_PAGINA, MAX_PAYLOAD } from './eventos.tsx';
import { jobsDoPedido } from './jobs.ts';
import { PaginaDoPedido } from './pagina.tsx';

interface DoPedido {
  Params: { origem: string; id: string };
  Querystring: { retomados?: unknown; fila?: unknown };
}

export function rotasDosPedidos(app: FastifyInstance, deps: Deps): void {
  const { sql, fila, logger } = deps;
  rotasDasAcoes(app, deps);

  app.get<DoPedido>('/pedidos/:origem/:id', async (req, reply) => {
    const chave = chaveDe(req.params);
    const historico = await lerHistorico(sql, chave, { comPayload: false });
    if (!historico) return recusar(req, reply, 404, DESCONHECIDO);
    const fim = Math.min(numero(req.query, 'eventos') ?? historico.eventos.length, historico.eventos.length);
    const primeiro = Math.max(0, fim - EVENTOS_POR_PAGINA);
    const evento_ids = historico.eventos.slice(primeiro, fim).map((e) => e.evento_id);
    const [payloads, regras, consulta, jobs, acoes] = await Promise.all([
      trechosDosPayloads(sql, chave, { evento_ids, maximo: MAX_PAYLOAD }),
      regrasDe(deps, chave.origem),
      consultaDoPedido(sql, chave),
      jobsDoPedido(deps, chave),
      acoesDoPedido(sql, chave),
    ]);
    const endereco = enderecoDoPedido(chave);
    const csrf = req.usuario?.papel === 'operador' ? reply.generateCsrf() : null;
    const [aviso, visao] = [retomadosDe(req.query) ?? avisoDe(texto(req.query, 'feito')), visaoDe(req.usuario)];
    return responder(
      req,
      reply,
      200,
      `Pedido ${visivel(chave.recurso_id)}`,
      <PaginaDoPedido
        {...{ historico, primeiro, payloads, regras, consulta, jobs, acoes, csrf, aviso, visao, endereco }}
      />,
    );
  });

  app.get<{ Params: DoPedido['Params'] & { evento: string } }>(
    '/pedidos/:origem/:id/eventos/:evento',
    async (req, reply) => {
      const payload = await payloadDoEvento(sql, chaveDe(req.params), req.params.evento);
      if (payload === null) return recusar(req, reply, 404, 'Este pedido não tem este evento.');
      return reply
        .type('text/plain; charset=utf-8')
        .header('content-disposition', 'attachment; filename="payload.json"')
        .send(visaoDe(req.usuario).payload(payload));
    },
  );

  app.post<DoPedido>('/pedidos/:origem/:id/reprocessar', async (req, reply) => {
    const chave = chaveDe(req.params);
    const quem = quemDe(req);
    if (!(await lerHistorico(sql, chave, { comPayload: false }))) return recusar(req, reply, 404, DESCONHECIDO);
    const eventos = await reprocessar(sql, chave, quem).catch(nuloSeOcupado);
    if (eventos === null) return recusar(req, reply, 503, OCUPADO);
    const { enfileirados } = eventos > 0 ? await fila.enfileirar([{ ...chave, evento_id: null }]) : { enfileirados: 0 };
    logger.info({ ...chave, usuario: quem, eventos, enfileirados }, 'reprocess asked for');
    return reply.redirect(`${enderecoDoPedido(chave)}?retomados=${eventos}&fila=${enfileirados}`, 303);
  });
}

/** @returns null where this version does not know the rules of the store */
async function regrasDe({ sql, origens }: Deps, origem: string): Promise<Regras | null> {
  const guardada = await buscarOrigem(sql, origem);
  return (
    guardada &&
    regrasDaOrigem(
      guardada,
      origens.find((o) => o.nome === origem),
    )
  );
}

/** What the form's answer leads back with. */
function retomadosDe({ retomados, fila }: DoPedido['Querystring']): string | null {
  if (typeof retomados !== 'string' || !/^\d{1,9}$/.test(retomados)) return null;
  const n = Number(retomados);
  if (n === 0) return 'Nada a reprocessar: todos os eventos do pedido já foram aplicados.';
  const quantos = n === 1 ? '1 evento retomado' : `${n} eventos retomados`;
  if (fila === '0') return `${quantos}. A fila não respondeu: a varredura os leva ao worker em até um minuto.`;
  return `${quantos}. O worker os aplica agora; recarregue a página para ver o resultado.`;
}
