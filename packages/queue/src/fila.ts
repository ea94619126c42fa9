import type { Queue } from 'bullmq';
import { criarAvisos } from './avisos.ts';
import type { Papel, Registrador } from './backend.ts';
import { type Consumidor, type ConsumidorDaFila, criarConsumidor, type Handler } from './consumidor.ts';
import { exporFilas } from './exposicao.ts';
import { type DadosDa, FILAS, type FilaDePedidos, type NomeDeFila, type PedidoParaAplicar } from './jobs.ts';
import { postgresBackend } from './postgres.ts';
import { type Contadores, type Enfileiramento, Produtor } from './produtor.ts';
import { redisBackend } from './redis.ts';

export interface OpcoesDaFila {
  redisUrl: string | null;
  /** Used where redisUrl is null: then the queue lives in Postgres. */
  databaseUrl: string | null;
  papel: Papel;
  logger: Registrador;
}

export interface Fila {
  readonly tipo: 'redis' | 'postgres';
  /** Wakes the workers for these orders. Never throws, never waits longer than 1.5 s; call it after the commit. */
  enfileirar(pedidos: readonly PedidoParaAplicar[]): Promise<Enfileiramento>;
  /** The same for the other queues of orders. */
  acordar<N extends FilaDePedidos>(nome: N, pedidos: readonly DadosDa<N>[]): Promise<Enfileiramento>;
  /** Has a task of the agenda done now, once, besides its turns. Throws where the queue does not take it. */
  agendar(dados: DadosDa<'agenda'>, opcoes?: { atrasoMs?: number }): Promise<void>;
  consumir<N extends NomeDeFila>(nome: N, handler: Handler<N>, opcoes: { concurrency: number }): Consumidor;
  /** BullMQ's own objects, for the console and the schedule. */
  filas(): Queue[];
  fila(nome: NomeDeFila): Queue;
  /** What `enfileirar` did since the start. */
  contadores(): Readonly<Contadores>;
  /** What /metrics says of the queue, in the Prometheus format. Throws where the queue's server does not answer. */
  exposicao(): Promise<string>;
  /** Why this process must not consume any more (then it has stopped by itself), null while all is well. */
  impedimento(): string | null;
  /** Called each time the queue's server is back: whatever was queued may be gone. */
  aoVoltar(fn: () => void): void;
  /** Closes consumers, then connections; waits for running jobs. */
  fechar(): Promise<void>;
}

/**
 * The queue of this process: in Redis where there is a REDIS_URL, in Postgres otherwise. No other file knows which.
 * In Redis it comes back within a second even where Redis does not answer.
 */
export async function createFila(opcoes: OpcoesDaFila): Promise<Fila> {
  const { papel, logger } = opcoes;
  const backend = await escolher(opcoes);
  const queues = new Map(FILAS.map((nome) => [nome, backend.criarQueue(nome)]));
  const fila = (nome: NomeDeFila): Queue => queues.get(nome)!;
  const avisar = criarAvisos(logger);
  const aoFalhar = (err: unknown) => avisar(err, 'enqueue failed: the sweep will do it');
  const produtor = <N extends FilaDePedidos>(nome: N) => new Produtor<N>(backend, fila(nome), aoFalhar);
  const produtores: { [N in FilaDePedidos]: Produtor<N> } = {
    aplicar: produtor('aplicar'),
    publicar: produtor('publicar'),
    consultar: produtor('consultar'),
  };
  const consumidores: ConsumidorDaFila[] = [];
  const pararDeConsumir = () => Promise.all(consumidores.map((c) => c.close()));
  backend.aoImpedir(() => void pararDeConsumir());
  let fechando: Promise<void> | undefined;
  const fechar = async (): Promise<void> => {
    await pararDeConsumir();
    for (const c of consumidores) c.abandonar();
    await Promise.all([...queues.values()].map((q) => q.close().catch(() => {})));
    await backend.fechar();
  };

  return {
    tipo: backend.tipo,
    enfileirar: (pedidos) => produtores.aplicar.enfileirar(pedidos),
    acordar: (nome, pedidos) => produtores[nome].enfileirar(pedidos),
    agendar: async (dados, { atrasoMs = 0 } = {}) => {
      // A turn that is given back comes from a job that is still active: an id that it shares would swallow it.
      const deduplication = { id: `${dados.tarefa}:${dados.origem ?? ''}` };
      await fila('agenda').add(dados.tarefa, dados, atrasoMs > 0 ? { delay: atrasoMs } : { deduplication });
    },
    consumir: (nome, handler, { concurrency }) => {
      if (papel !== 'consumidor') throw new Error(`a producer does not consume ${nome}`);
      const consumidor = criarConsumidor(backend, fila(nome), nome, handler, concurrency);
      consumidores.push(consumidor);
      return consumidor;
    },
    filas: () => [...queues.values()],
    fila,
    contadores: () => produtores.aplicar.contadores,
    exposicao: () => exporFilas([...queues.values()], fila('agenda'), () => backend.info()),
    impedimento: () => backend.impedimento(),
    aoVoltar: (fn) => backend.aoVoltar(fn),
    fechar: () => {
      fechando ??= fechar();
      return fechando;
    },
  };
}

function escolher({ redisUrl, databaseUrl, papel, logger }: OpcoesDaFila) {
  if (redisUrl !== null) return redisBackend(redisUrl, papel, logger);
  if (databaseUrl !== null) return postgresBackend(databaseUrl, papel, logger);
  throw new Error('the queue needs REDIS_URL, or DATABASE_URL for a queue in Postgres');
}
