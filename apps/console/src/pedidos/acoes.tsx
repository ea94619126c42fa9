import {
  type Alvo,
  type Chave,
  descartarEfeitoFalho,
  lerHistorico,
  listarOrigens,
  muda,
  pedirConsultaDoOperador,
  type Releitura,
  reenviarEfeitoFalho,
  replay,
} from '@entrada/db';
import { EFEITOS } from '@entrada/domain';
import { leitoresDasOrigens } from '@entrada/providers';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Deps } from '../deps.ts';
import { numero } from '../paginas/parametros.ts';
import { recusar, responder } from '../paginas/responder.tsx';
import { visaoDe } from '../texto/dados-pessoais.ts';
import { visivel } from '../texto/visivel.ts';
import { enderecoDoPedido } from './endereco.ts';
import { PaginaDoReplay } from './pagina-replay.tsx';

interface DoPedido {
  Params: { origem: string; id: string };
}
interface DoEfeito {
  Params: DoPedido['Params'] & { efeito: string; ocorrencia: string };
}

export const DESCONHECIDO = 'Nunca se ouviu falar deste pedido. Confira a origem e o número.';
export const OCUPADO = 'O pedido está sendo aplicado neste momento. Tente de novo em alguns segundos.';

export const chaveDe = ({ origem, id }: DoPedido['Params']): Chave => ({ origem, recurso_id: id });
export const quemDe = (req: FastifyRequest): string => req.usuario?.nome ?? '';

/** What an operador may have done with an order, besides taking it up again: each is what a command of the CLI does. */
export function rotasDasAcoes(app: FastifyInstance, deps: Deps): void {
  const { sql, fila } = deps;

  app.post<DoPedido>('/pedidos/:origem/:id/consultar', async (req, reply) => {
    const chave = chaveDe(req.params);
    if (!(await lerHistorico(sql, chave, { comPayload: false }))) return recusar(req, reply, 404, DESCONHECIDO);
    await pedirConsultaDoOperador(sql, chave, quemDe(req));
    await fila.acordar('consultar', [chave]);
    return voltar(reply, chave, 'consultada');
  });

  app.get<DoPedido>('/pedidos/:origem/:id/replay', async (req, reply) => {
    const chave = chaveDe(req.params);
    const releitura = await reler(deps, chave, null);
    if (releitura === 'desconhecido') return recusar(req, reply, 404, DESCONHECIDO);
    const [endereco, visao] = [enderecoDoPedido(chave), visaoDe(req.usuario)];
    const csrf = req.usuario?.papel === 'operador' ? reply.generateCsrf() : null;
    return responder(
      req,
      reply,
      200,
      `Reler o pedido ${visivel(chave.recurso_id)}`,
      <PaginaDoReplay {...{ releitura, endereco, csrf, visao }} />,
    );
  });

  app.post<DoPedido>('/pedidos/:origem/:id/replay', async (req, reply) => {
    const chave = chaveDe(req.params);
    const releitura = await reler(deps, chave, quemDe(req)).catch(nuloSeOcupado);
    if (releitura === null) return recusar(req, reply, 503, OCUPADO);
    if (releitura === 'desconhecido') return recusar(req, reply, 404, DESCONHECIDO);
    if (releitura === 'sem_leitor' || releitura === 'sem_eventos') return voltar(reply, chave, 'igual');
    if (releitura.efeitos.length > 0) await fila.acordar('publicar', [chave]);
    return voltar(reply, chave, releitura.recusa === null && muda(releitura) ? 'relido' : 'igual');
  });

  app.post<DoEfeito>('/pedidos/:origem/:id/efeitos/:efeito/:ocorrencia/reenviar', async (req, reply) => {
    const alvo = alvoDe(req.params);
    const feito = alvo && (await reenviarEfeitoFalho(sql, alvo, quemDe(req)).catch(nuloSeOcupado));
    if (alvo && feito === null) return recusar(req, reply, 503, OCUPADO);
    if (!alvo || feito === 'inexistente') return recusar(req, reply, 404, 'Este pedido não tem este efeito.');
    if (feito === 'retomado') await fila.acordar('publicar', [chaveDe(req.params)]);
    return voltar(reply, chaveDe(req.params), feito === 'retomado' ? 'reenviado' : (feito ?? 'nao_falhou'));
  });

  app.post<DoEfeito>('/pedidos/:origem/:id/efeitos/:efeito/:ocorrencia/descartar', async (req, reply) => {
    const alvo = alvoDe(req.params);
    if (!alvo) return recusar(req, reply, 404, 'Este pedido não tem este efeito.');
    const feito = await descartarEfeitoFalho(sql, alvo, quemDe(req));
    return voltar(reply, chaveDe(req.params), feito ? 'descartado' : 'nao_falhou');
  });
}

function alvoDe(params: DoEfeito['Params']): Alvo | null {
  const efeito = EFEITOS.find((e) => e === params.efeito);
  const ocorrencia = numero(params, 'ocorrencia');
  return efeito && ocorrencia !== null && ocorrencia < 2 ** 31 ? { ...chaveDe(params), efeito, ocorrencia } : null;
}

const voltar = (reply: FastifyReply, chave: Chave, feito: string): FastifyReply =>
  reply.redirect(`${enderecoDoPedido(chave)}?feito=${feito}`, 303);

/** Reads the order's events anew: what it does to the order, or would do where `quem` is null. */
async function reler(
  { sql, origens }: Deps,
  chave: Chave,
  quem: string | null,
): Promise<Releitura | 'desconhecido' | 'sem_leitor' | 'sem_eventos'> {
  if (!(await lerHistorico(sql, chave, { comPayload: false }))) return 'desconhecido';
  const filtro = { ...chave, resultado: null, tipo: null, desde: null, ate: null };
  const leitores = leitoresDasOrigens(await listarOrigens(sql), origens);
  const lidas: Releitura[] = [];
  const total = await replay(sql, { filtro, leitores, quem, limite: 1 }, (r) => lidas.push(r));
  return lidas[0] ?? (total.sem_leitor > 0 ? 'sem_leitor' : 'sem_eventos');
}

/** SQLSTATE lock_not_available: a worker holds the order. */
export function nuloSeOcupado(e: unknown): null {
  if (e instanceof Error && 'code' in e && e.code === '55P03') return null;
  throw e;
}
