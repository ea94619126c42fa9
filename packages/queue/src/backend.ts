import type { Queue, Worker, WorkerOptions } from 'bullmq';
import type { NomeDeFila } from './jobs.ts';

/** What this package asks of a logger. */
export interface Registrador {
  info(campos: object, mensagem: string): void;
  warn(campos: object, mensagem: string): void;
  error(campos: object, mensagem: string): void;
}

export type Papel = 'produtor' | 'consumidor';
type Processador = (job: { id?: string | undefined; name: string; data: unknown }) => Promise<unknown>;
type OpcoesDeWorker = Omit<WorkerOptions, 'connection'>;

/** Where the queue lives. BullMQ does the work in both; only their connections, options and limits differ. */
export interface Backend {
  readonly tipo: 'redis' | 'postgres';
  /** More jobs than this at a time in one process do harm. */
  readonly concorrenciaMaxima: number;
  /** False where an add would only wait: the caller skips it, the sweep makes up for it. */
  pronto(): boolean;
  criarQueue(nome: NomeDeFila): Queue;
  criarWorker(nome: NomeDeFila, processar: Processador, opcoes: OpcoesDeWorker): Worker;
  /** What Redis says of itself; null where the queue is in Postgres. */
  info(): Promise<string> | null;
  /** Why this process must not consume any more; null while it may. */
  impedimento(): string | null;
  /** Called once when an `impedimento` comes up. */
  aoImpedir(fn: () => void): void;
  /** Called each time the connection is back: whatever was queued may be gone. */
  aoVoltar(fn: () => void): void;
  fechar(): Promise<void>;
}
