import {
  type DestinationStream,
  destination,
  levels,
  type Logger as PinoLogger,
  pino,
  stdTimeFunctions,
  symbols,
} from 'pino';

export type Logger = PinoLogger;

export interface OpcoesDoLogger {
  /** The program that writes: receiver, worker, console, ... */
  nome: string;
  level: string;
  /** Where the lines go; standard output by default. */
  destino?: DestinationStream;
}

/** One JSON line per outcome. Keys that may hold a payload, a secret or a password never leave the process. */
export function createLogger({ nome, level, destino }: OpcoesDoLogger): Logger {
  const opcoes = {
    name: nome,
    level,
    timestamp: stdTimeFunctions.isoTime,
    formatters: { level: (label: string) => ({ level: label }), log: semProibidas },
    serializers: { err: semDados, error: semDados },
  };
  return pino(opcoes, destino ?? saidaEmBlocos());
}

/** Well below what an operator who watches would notice. */
const ESPERA_MS = 20;
const BLOCO = 32 * 1024;

/**
 * Standard output, many lines a write: of thousands of lines a second each would cost a system call of its own. What is
 * worth a warning is written at once with all that came before it, and so is the rest when the process exits: the last
 * lines before a crash are the ones that matter. Only a process that is killed outright loses its last 20 ms of good news.
 */
function saidaEmBlocos(): DestinationStream {
  const saida = destination({ fd: 1, sync: true });
  let bloco = '';
  let relogio: NodeJS.Timeout | null = null;
  const escoar = (): void => {
    if (relogio !== null) clearTimeout(relogio);
    relogio = null;
    if (bloco !== '') saida.write(bloco);
    bloco = '';
  };
  process.once('exit', escoar);
  return {
    [symbols.needsMetadataGsym]: true,
    lastLevel: 0,
    write(linha: string) {
      bloco += linha;
      if (this.lastLevel >= levels.values.warn! || bloco.length >= BLOCO) escoar();
      else relogio ??= setTimeout(escoar, ESPERA_MS).unref();
    },
  } as DestinationStream & { lastLevel: number };
}

const PROIBIDAS = new Set([
  'payload',
  'corpo',
  'body',
  'segredo',
  'segredos',
  'senha',
  'password',
  'token',
  'apiToken',
  'erpSegredo',
  'consoleChave',
  'authorization',
  'cookie',
  'databaseUrl',
  'redisUrl',
  'cliente_email',
]);
const CENSURADO = '[redacted]';

/** Without the values of forbidden keys, at the top and one level down. What holds none comes back as it is. */
function semProibidas(objeto: Record<string, unknown>): Record<string, unknown> {
  let limpo = objeto;
  for (const [chave, valor] of Object.entries(objeto)) {
    const visivel = PROIBIDAS.has(chave) ? CENSURADO : semProibidasDentro(valor);
    if (visivel === valor) continue;
    if (limpo === objeto) limpo = { ...objeto };
    limpo[chave] = visivel;
  }
  return limpo;
}

function semProibidasDentro(valor: unknown): unknown {
  if (typeof valor !== 'object' || valor === null || valor instanceof Error || Array.isArray(valor)) return valor;
  const proibidas = Object.keys(valor).filter((chave) => PROIBIDAS.has(chave));
  return proibidas.length === 0 ? valor : { ...valor, ...Object.fromEntries(proibidas.map((c) => [c, CENSURADO])) };
}

interface ErroVisivel {
  type: string;
  message: string;
  stack?: string | undefined;
  code?: string | number | undefined;
  cause?: ErroVisivel | undefined;
}

/**
 * Only what is known to be harmless. Drivers hang rows and arguments on their errors: Postgres puts the failing row in
 * `detail` and the text it could not parse in `where`, ioredis the arguments of the command, undici the answer's body.
 */
function semDados(e: unknown, fundo = 0): ErroVisivel {
  if (!(e instanceof Error)) return { type: typeof e, message: typeof e === 'string' ? e : 'not an Error' };
  const code = 'code' in e && (typeof e.code === 'string' || typeof e.code === 'number') ? e.code : undefined;
  const cause = e.cause instanceof Error && fundo < 3 ? semDados(e.cause, fundo + 1) : undefined;
  return { type: e.name, message: e.message, stack: e.stack, code, cause };
}
