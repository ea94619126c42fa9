import { type DestinationStream, destination, type Logger as PinoLogger, pino, stdTimeFunctions } from 'pino';

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
    formatters: { level: (label: string) => ({ level: label }) },
    serializers: { err: semDados, error: semDados },
    redact: { paths: [...PROIBIDAS, ...PROIBIDAS.map((chave) => `*.${chave}`)], censor: '[redacted]' },
  };
  // Synchronous: the last lines before a crash are the ones that matter, and asynchronous ones change places at the exit.
  return pino(opcoes, destino ?? destination({ fd: 1, sync: true }));
}

const PROIBIDAS = [
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
];

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
