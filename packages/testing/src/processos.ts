import { type ChildProcess, spawn } from 'node:child_process';
import { waitUntil } from './wait-until.ts';

/** Node's arguments for a program in TypeScript, run from the repository's root. */
export const NODE_TS = ['--conditions=source', '--import', 'tsx'] as const;

export interface Comando {
  command: string;
  args?: readonly string[];
  /** Besides PATH and HOME, all that the process gets to see. */
  env?: Readonly<Record<string, string>>;
  cwd?: string;
}

export interface Processo {
  pid: number;
  /** Everything written so far, stdout and stderr. */
  saida(): string;
  /** Waits for a line; throws when the process ends or the time is over without one. */
  esperarLinha(linha: RegExp, prazo?: { prazoMs?: number }): Promise<RegExpExecArray>;
  /** Signals the whole group. */
  matar(sinal?: NodeJS.Signals): void;
  terminou: Promise<{ code: number | null; signal: NodeJS.Signals | null }>;
}

/** Starts a process in a group of its own. What is left of the group when the test process ends is killed. */
export function startProcess({ command, args = [], env = {}, cwd }: Comando): Processo {
  const processo = spawn(command, [...args], {
    cwd,
    env: { PATH: process.env.PATH, HOME: process.env.HOME, ...env },
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  matarNoFim(processo, 'grupo');
  let texto = '';
  for (const fluxo of [processo.stdout, processo.stderr])
    fluxo.setEncoding('utf8').on('data', (parte: string) => {
      texto += parte;
    });
  const terminou = new Promise<{ code: number | null; signal: NodeJS.Signals | null }>((fim, falha) => {
    processo.once('error', falha).once('close', (code, signal) => fim({ code, signal }));
  });
  let acabou = false;
  terminou.then(
    () => (acabou = true),
    () => (acabou = true),
  );

  return {
    pid: processo.pid ?? -1,
    saida: () => texto,
    async esperarLinha(linha, { prazoMs = 30_000 } = {}) {
      const achar = () => acharLinha(texto, linha) ?? (acabou ? FIM : null);
      const achada = await waitUntil(achar, { prazoMs, oQue: `${linha}` }).catch((cause) => {
        throw new Error(`${linha} did not come; so far:\n${texto}`, { cause });
      });
      if (achada === FIM) throw new Error(`the process ended without ${linha}:\n${texto}`);
      return achada;
    },
    matar: (sinal = 'SIGTERM') => sinalizar(processo, 'grupo', sinal),
    terminou,
  };
}

const FIM = 'fim';

function acharLinha(texto: string, linha: RegExp): RegExpExecArray | null {
  for (const l of texto.split('\n')) {
    const achada = new RegExp(linha.source, linha.flags.replace('g', '')).exec(l);
    if (achada) return achada;
  }
  return null;
}

type Alcance = 'processo' | 'grupo';
const vivos = new Map<ChildProcess, Alcance>();
let avisado = false;

/** However the tests end, no process of theirs stays. */
export function matarNoFim(processo: ChildProcess, alcance: Alcance): void {
  vivos.set(processo, alcance);
  // Pids are used again: a group is only ours while somebody is left in it, and then it keeps its number.
  processo.once('exit', () => {
    if (alcance === 'processo' || !haGrupo(processo)) vivos.delete(processo);
  });
  if (avisado) return;
  avisado = true;
  process.once('exit', () => {
    for (const [p, a] of vivos) sinalizar(p, a, 'SIGKILL');
  });
}

function haGrupo({ pid }: ChildProcess): boolean {
  if (pid === undefined) return false;
  try {
    process.kill(-pid, 0);
    return true;
  } catch {
    return false;
  }
}

function sinalizar(processo: ChildProcess, alcance: Alcance, sinal: NodeJS.Signals): void {
  if (processo.pid === undefined || !vivos.has(processo)) return;
  try {
    process.kill(alcance === 'grupo' ? -processo.pid : processo.pid, sinal);
  } catch (e) {
    if (!(e instanceof Error && 'code' in e && e.code === 'ESRCH')) throw e; // it is gone already
  }
}
