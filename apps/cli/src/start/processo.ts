import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { setTimeout as esperar } from 'node:timers/promises';
import { type Ambiente, StartError } from '@entrada/runtime';
import type { Terminal } from './terminal.ts';

export interface Programa {
  nome: string;
  arquivo: URL;
  argumentos?: readonly string[];
  env: Ambiente;
  /** Answers 200 once the program does its work. */
  saude: string;
}

export interface Processo {
  /** Resolves when the program does its work; rejects with what it said when it ends before that. */
  pronto: Promise<void>;
  /** How it ended. */
  fim: Promise<string>;
  /** SIGTERM, and SIGKILL if it has not drained in time. */
  encerrar(): Promise<void>;
  /** SIGKILL, at once. */
  matar(): void;
}

const PRAZO_DO_INICIO_MS = 60_000;
const PRAZO_DO_FIM_MS = 35_000;

/**
 * A session of its own keeps Ctrl-C in our hands: we end the programs in order. The channel is there to be closed: a
 * program whose parent is gone, kill -9 included, notices and ends by itself.
 */
export function iniciar(programa: Programa, terminal: Terminal, desistir: AbortSignal): Processo {
  const { nome, arquivo, argumentos = [], env } = programa;
  const filho = fork(arquivo, argumentos, { env, detached: true, stdio: ['ignore', 'pipe', 'pipe', 'ipc'] });
  const fim = once(filho, 'close').then(
    () => filho.signalCode ?? `exit status ${filho.exitCode}`,
    (e: Error) => e.message,
  );
  const dito: string[] = [];
  const escrever = (linha: string): void => terminal.linha(nome, linha);
  // Until it is ready, stderr is kept: it may turn out to be the reason why it cannot start.
  let noErro = (linha: string): unknown => dito.push(linha);
  lerLinhas(filho.stdout, escrever);
  lerLinhas(filho.stderr, (linha) => noErro(linha));
  const acabou = fim.then((como) => {
    throw new StartError(`${nome} cannot start:\n${dito.join('\n') || `it ended with ${como}; see its last lines`}`);
  });
  const pronto = Promise.race([acabou, esperarSaude(programa, desistir)]).finally(() => {
    noErro = escrever;
  });
  pronto.then(
    () => dito.forEach(escrever),
    () => undefined,
  );
  return { pronto, fim, encerrar: () => encerrar(filho), matar: () => void filho.kill('SIGKILL') };
}

function lerLinhas(fluxo: Readable | null, aoLer: (linha: string) => void): void {
  if (fluxo) createInterface({ input: fluxo }).on('line', aoLer);
}

async function esperarSaude({ nome, saude }: Programa, desistir: AbortSignal): Promise<void> {
  const ate = performance.now() + PRAZO_DO_INICIO_MS;
  let resposta = 'no answer';
  while (performance.now() < ate && !desistir.aborted) {
    resposta = await perguntar(saude);
    if (resposta === 'ok') return;
    await esperar(50);
  }
  throw new StartError(`${nome} was not ready within ${PRAZO_DO_INICIO_MS / 1000} s: ${resposta}`);
}

async function perguntar(url: string): Promise<string> {
  try {
    const resposta = await fetch(url, { signal: AbortSignal.timeout(5_000) });
    const texto = await resposta.text();
    return resposta.ok ? 'ok' : texto.trim();
  } catch {
    return 'no answer';
  }
}

async function encerrar(filho: ChildProcess): Promise<void> {
  if (terminou(filho)) return;
  const saiu = once(filho, 'exit');
  filho.kill('SIGTERM');
  const relogio = setTimeout(() => filho.kill('SIGKILL'), PRAZO_DO_FIM_MS);
  await saiu;
  clearTimeout(relogio);
}

const terminou = (filho: ChildProcess): boolean => filho.exitCode !== null || filho.signalCode !== null;
