import { inserirAcao } from '@entrada/db';
import { FILAS } from '@entrada/queue';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { altera } from '../acesso/origem-da-requisicao.ts';
import type { Deps } from '../deps.ts';
import { recusar } from '../paginas/responder.tsx';

type Parametros = Readonly<Record<string, string>>;
/** Says why an action is refused; null where it may go on. */
type Juiz = (deps: Deps, parametros: Parametros) => Promise<string | null> | string | null;

const livre: Juiz = () => null;

const foraDeAplicar: Juiz = (_deps, { queueName }) =>
  queueName === 'aplicar' ? 'Não se repete um job de aplicar: abra o pedido e use "Reprocessar pedido".' : null;

const TERMINADOS = ['completed', 'failed'];
const SO_TERMINADOS = 'Só jobs terminados podem ser apagados: os outros são trabalho por fazer.';

const soListaTerminada: Juiz = (_deps, { queueStatus = '' }) =>
  TERMINADOS.includes(queueStatus) ? null : SO_TERMINADOS;

const soJobTerminado: Juiz = async ({ fila }, { queueName, jobId = '' }) => {
  const nome = FILAS.find((n) => n === queueName);
  const job = nome && (await fila.fila(nome).getJob(jobId));
  return !job || TERMINADOS.includes(await job.getState()) ? null : SO_TERMINADOS;
};

/**
 * All that an operador may change in Bull Board. What is not here is refused, also what a later version brings: adding or
 * editing jobs, emptying or obliterating a queue, removing waiting jobs, limits, the schedule itself.
 */
const PERMITIDAS: Readonly<Record<string, Juiz>> = {
  'PUT /api/queues/pause': livre,
  'PUT /api/queues/resume': livre,
  'PUT /api/queues/:queueName/pause': livre,
  'PUT /api/queues/:queueName/resume': livre,
  'PUT /api/queues/:queueName/retry/:queueStatus': foraDeAplicar,
  'PUT /api/queues/:queueName/:jobId/retry': foraDeAplicar,
  'PUT /api/queues/:queueName/clean/:queueStatus': soListaTerminada,
  'PUT /api/queues/:queueName/:jobId/clean': soJobTerminado,
  'PUT /api/queues/:queueName/job-schedulers/:schedulerId/run': livre,
};

const NAO_SE_FAZ = 'Isto não se faz aqui: os jobs nascem das tabelas, e mexer neles só atrasa ou perde trabalho.';

/**
 * A hook for every request that changes something: refuses what is not permitted, and writes down what is before it is
 * done. Here and not in Bull Board's handlerHooks, which know no user and do not see what a plugin adds beside them.
 */
export function julgarAcoes(deps: Deps, prefixo: string) {
  return async (req: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | undefined> => {
    if (!altera(req)) return undefined;
    const rota = `${req.method} ${req.routeOptions.url?.slice(prefixo.length) ?? ''}`;
    const parametros = comoTextos(req.params);
    const julgar = PERMITIDAS[rota];
    const recusa = julgar ? await julgar(deps, parametros) : NAO_SE_FAZ;
    if (recusa !== null) return recusar(req, reply, 403, recusa);
    const quem = req.usuario?.nome ?? '';
    await inserirAcao(deps.sql, { quem, acao: 'fila', chave: null, detalhes: { rota, ...parametros } });
    deps.logger.info({ usuario: quem, rota, ...parametros }, 'queue action');
    return undefined;
  };
}

const comoTextos = (parametros: unknown): Parametros =>
  Object.fromEntries(Object.entries(parametros ?? {}).map(([nome, valor]) => [nome, String(valor)]));
