import { randomUUID } from 'node:crypto';
import {
  adiarConsulta,
  type Chave,
  type ConsultaReservada,
  criterioDaOrigem,
  inserirEventos,
  reservarConsulta,
  responderConsulta,
  type Sql,
  transacao,
} from '@entrada/db';
import { criterioDaLeitura } from '@entrada/domain';
import { fatoDaApi, type Origem, type PedidoDaApi } from '@entrada/providers';
import type { Logger } from '@entrada/runtime';
import { espera } from '../espera.ts';
import type { Metricas } from '../metricas.ts';

export interface DepsDaLeitura {
  sql: Sql;
  origens: ReadonlyMap<string, Origem>;
  logger: Logger;
  metricas: Pick<Metricas, 'leituras'>;
  enfileirar(pedidos: (Chave & { evento_id: string })[]): Promise<unknown>;
}

export interface DesfechoDaLeitura {
  resposta: 'nada_a_ler' | 'lida' | 'inexistente' | 'adiada' | 'reserva_perdida';
  motivo?: string;
}

/** Longer than the client's own deadline: what is still reserved after it belongs to a process that died. */
const RESERVA_MS = 60_000;
const SEM_API_MS = 15 * 60_000;

/**
 * Role read: asks the store for one order and puts what it says into the inbox. The request is made outside of any
 * transaction; it answers only the wishes that were made before it started.
 */
export async function lerPedidoDaApi(deps: DepsDaLeitura, chave: Chave): Promise<DesfechoDaLeitura> {
  const consulta = await reservarConsulta(deps.sql, chave, { reserva: randomUUID(), duracaoMs: RESERVA_MS });
  if (consulta === null) return { resposta: 'nada_a_ler' };
  const desfecho = await perguntar(deps, consulta);
  deps.metricas.leituras.inc({ origem: chave.origem, resposta: desfecho.resposta });
  deps.logger.info({ ...chave, ...desfecho }, 'read from the store');
  return desfecho;
}

async function perguntar(deps: DepsDaLeitura, consulta: ConsultaReservada): Promise<DesfechoDaLeitura> {
  const { origem, recurso_id } = consulta;
  const api = deps.origens.get(origem)?.api;
  if (!api)
    return adiar(deps, consulta, `ORIGEM_${origem.toUpperCase()}_API_URL is not set in this worker`, SEM_API_MS);

  const resposta = await api.lerPedido(recurso_id);
  switch (resposta.tipo) {
    case 'lido':
      return guardar(deps, consulta, resposta.pedido);
    case 'inexistente': {
      const minha = await transacao(deps.sql, (tx) => responderConsulta(tx, consulta, 'inexistente'));
      return { resposta: minha ? 'inexistente' : 'reserva_perdida' };
    }
    case 'falha':
      return adiar(deps, consulta, resposta.motivo, resposta.esperarMs ?? espera(consulta.tentativas));
  }
}

/** The reading and the end of its wish are one transaction; the order is woken once it is committed. */
async function guardar(
  deps: DepsDaLeitura,
  consulta: ConsultaReservada,
  pedido: PedidoDaApi,
): Promise<DesfechoDaLeitura> {
  const { origem } = consulta;
  const configurado = deps.origens.get(origem)?.versao ?? null;
  const criterio = configurado ?? (await criterioDaOrigem(deps.sql, origem)) ?? criterioDaLeitura(pedido.leitura);
  const evento = fatoDaApi(pedido, origem, criterio);
  const minha = await transacao(deps.sql, async (tx) => {
    const respondida = await responderConsulta(tx, consulta, 'lida');
    if (respondida) await inserirEventos(tx, [evento]);
    return respondida;
  });
  if (!minha) return { resposta: 'reserva_perdida' };
  // A store may answer with the order to which what was asked about belongs.
  await deps.enfileirar([{ origem, recurso_id: evento.recurso_id, evento_id: evento.evento_id }]);
  return { resposta: 'lida' };
}

async function adiar(
  deps: DepsDaLeitura,
  consulta: ConsultaReservada,
  motivo: string,
  esperaMs: number,
): Promise<DesfechoDaLeitura> {
  await adiarConsulta(deps.sql, consulta, { erro: motivo, esperaMs });
  return { resposta: 'adiada', motivo };
}
