import { classificarErro, inserirEventos, inserirQuarentena, type Sql } from '@entrada/db';
import type { Origem } from '@entrada/providers';
import type { Logger, Metrics, Rastro, Verificacao } from '@entrada/runtime';
import type { FastifyInstance } from 'fastify';
import { criarAdmissao, LIMITES, type LimitesDaAdmissao } from './admissao.ts';
import { criarApp } from './app.ts';
import { criarCaixa } from './caixa.ts';
import { criarEnfileirador, type PedidoAEnfileirar } from './enfileirador.ts';
import { criarMetricas } from './metricas.ts';
import { rastrearEntregas } from './rastrear.ts';
import { criarRelato } from './relato.ts';

export interface DepsDoReceptor {
  sql: Sql;
  origens: ReadonlyMap<string, Origem>;
  logger: Logger;
  metrics: Metrics;
  maxBodyBytes: number;
  /** Never throws; says how many orders the queue did not take. */
  enfileirar(pedidos: PedidoAEnfileirar[]): Promise<{ pulados: number }>;
  readyz: Verificacao;
  limites?: LimitesDaAdmissao;
  /** Where traces are on. */
  rastro?: Rastro | null;
  /** True while deliveries are to be refused because the workers are behind. */
  atrasado?(): boolean;
}

/** The receiver with its inbox: the app, not yet listening, and the wait for the last wake-up and the last count. */
export function criarReceptor(deps: DepsDoReceptor): { app: FastifyInstance; terminar(): Promise<void> } {
  const { sql, metrics } = deps;
  const rastreio = deps.rastro ? rastrearEntregas(deps.rastro, sql) : null;
  const enfileirador = criarEnfileirador(async (pedidos) => {
    const { pulados } = await deps.enfileirar(pedidos);
    metricas.naoEnfileirados.inc(pulados);
  });
  const caixa = criarCaixa({
    gravar: rastreio?.gravar ?? ((eventos) => inserirEventos(sql, eventos)),
    impossivel: (erro) => (classificarErro(erro) === 'dados' ? `Postgres cannot store it: ${mensagem(erro)}` : null),
    aposGravar: (gravados) => {
      metricas.lote.observe(gravados.length);
      enfileirador.acordar(gravados);
      relato.anotar(gravados);
    },
  });
  const metricas = criarMetricas(metrics, caixa.esperando, deps.origens.keys());
  const relato = criarRelato({ sql, metricas, logger: deps.logger });
  const quarentenar = (entrega: Parameters<typeof inserirQuarentena>[1]) => inserirQuarentena(sql, entrega);
  const admissao = criarAdmissao(deps.limites ?? LIMITES, caixa.esperando, deps.atrasado);
  const guardar = rastreio?.guardar(caixa) ?? caixa.guardar;
  const app = criarApp({ ...deps, admissao, metricas, guardar, quarentenar });
  rastreio?.escutar(app);
  const terminar = async () => void (await Promise.all([enfileirador.terminar(), relato.parar()]));
  return { app, terminar };
}

const mensagem = (erro: unknown): string => (erro instanceof Error ? erro.message : 'refused');
