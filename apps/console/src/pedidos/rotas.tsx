import { acoesDoPedido, buscarOrigem, type Chave, lerHistorico, reprocessar } from '@entrada/db';
import { explicar, type Historico } from '@entrada/domain';
import { regrasDaOrigem } from '@entrada/providers';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '../deps.ts';
import { recusar, responder } from '../paginas/responder.tsx';
import { enderecoDoPedido } from './endereco.ts';
import { PaginaDoPedido } from './pagina.tsx';

interface DoPedido {
  Params: { origem: string; id: string };
  Querystring: { retomados?: unknown; fila?: unknown };
}

const DESCONHECIDO = 'Nunca se ouviu falar deste pedido. Confira a origem e o número.';
const OCUPADO = 'O pedido está sendo aplicado neste momento. Tente de novo em alguns segundos.';

export function rotasDosPedidos(app: FastifyInstance, deps: Deps): void {
  const { sql, fila, logger } = deps;

  app.get<DoPedido>('/pedidos/:origem/:id', async (req, reply) => {
    const chave = chaveDe(req.params);
    const historico = await lerHistorico(sql, chave);
    if (!historico) return recusar(req, reply, 404, DESCONHECIDO);
    const [explicacao, acoes] = await Promise.all([explicarPedido(deps, historico), acoesDoPedido(sql, chave)]);
    const formulario =
      req.usuario?.papel === 'operador'
        ? { action: `${enderecoDoPedido(chave)}/reprocessar`, csrf: reply.generateCsrf() }
        : null;
    const aviso = avisoDe(req.query);
    return responder(
      req,
      reply,
      200,
      `Pedido ${chave.recurso_id}`,
      <PaginaDoPedido {...{ historico, explicacao, acoes, formulario, aviso }} />,
    );
  });

  app.post<DoPedido>('/pedidos/:origem/:id/reprocessar', async (req, reply) => {
    const chave = chaveDe(req.params);
    const quem = req.usuario?.nome ?? '';
    if (!(await lerHistorico(sql, chave))) return recusar(req, reply, 404, DESCONHECIDO);
    const eventos = await reprocessar(sql, chave, quem).catch(nuloSeOcupado);
    if (eventos === null) return recusar(req, reply, 503, OCUPADO);
    const { enfileirados } = eventos > 0 ? await fila.enfileirar([{ ...chave, evento_id: null }]) : { enfileirados: 0 };
    logger.info({ ...chave, usuario: quem, eventos, enfileirados }, 'reprocess asked for');
    return reply.redirect(`${enderecoDoPedido(chave)}?retomados=${eventos}&fila=${enfileirados}`, 303);
  });
}

const chaveDe = ({ origem, id }: DoPedido['Params']): Chave => ({ origem, recurso_id: id });

/** @returns null where this version does not know the rules of the order's store */
async function explicarPedido({ sql, origens }: Deps, historico: Historico): Promise<string[] | null> {
  const guardada = await buscarOrigem(sql, historico.origem);
  const configurada = origens.find((o) => o.nome === historico.origem);
  const regras = guardada && regrasDaOrigem(guardada, configurada);
  return regras && explicar(historico, regras);
}

/** What the form's answer leads back with. */
function avisoDe({ retomados, fila }: DoPedido['Querystring']): string | null {
  if (typeof retomados !== 'string' || !/^\d{1,9}$/.test(retomados)) return null;
  const n = Number(retomados);
  if (n === 0) return 'Nada a reprocessar: todos os eventos do pedido já foram aplicados.';
  const quantos = n === 1 ? '1 evento retomado' : `${n} eventos retomados`;
  if (fila === '0') return `${quantos}. A fila não respondeu: a varredura os leva ao worker em até um minuto.`;
  return `${quantos}. O worker os aplica agora; recarregue a página para ver o resultado.`;
}

/** SQLSTATE lock_not_available: a worker holds the order. */
function nuloSeOcupado(e: unknown): null {
  if (e instanceof Error && 'code' in e && e.code === '55P03') return null;
  throw e;
}
