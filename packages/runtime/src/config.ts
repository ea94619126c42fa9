import { type Ambiente, type Role, type UsuarioDoConsole, VARIAVEIS } from './config-valores.ts';
import { StartError } from './main.ts';
import { lerOrigens, type OrigemConfig } from './origens.ts';

/** Every setting of every program, validated once. */
export interface Config {
  databaseUrl: string | null;
  redisUrl: string | null;
  /** NODE_ENV=production: nothing is embedded, nothing has a default that a stranger knows. */
  producao: boolean;
  workerRoles: Role[];
  workerConcurrency: number;
  origens: OrigemConfig[];
  erpUrl: string | null;
  erpSegredo: string | null;
  consoleUsuarios: UsuarioDoConsole[];
  consoleChave: string | null;
  receiverPort: number;
  consolePort: number;
  workerPort: number;
  simulatorPort: number;
  maxBodyBytes: number;
  /** The receiver refuses deliveries while the oldest pending event is older; null: never. */
  maxAtrasoS: number | null;
  retencaoDias: number;
  /** Where traces go; null: nowhere, and nothing of them is loaded. */
  otlpEndpoint: string | null;
  logLevel: string;
}

export interface OpcoesDaConfig {
  /** What the dialects have to say about an origem: an unknown dialect, a bad option. */
  errosDaOrigem?: (origem: OrigemConfig) => string[];
  /** false: a program that never touches the queue (migrate, password) may run in production without REDIS_URL. */
  usaFila?: boolean;
}

/** Every problem of the settings at once. The message never contains a value: it may be a secret. */
export class ConfigError extends StartError {
  override name = 'ConfigError';
  readonly erros: readonly string[];

  constructor(erros: readonly string[]) {
    super(`The settings need a correction:\n${erros.map((e) => `  - ${e}`).join('\n')}`);
    this.erros = erros;
  }
}

/** The only place that reads process.env. */
export function processEnv(): Ambiente {
  return process.env;
}

/**
 * Reads and validates the settings. A variable that is set to nothing counts as unset, except a secret.
 * @throws ConfigError with all problems
 */
export function readConfig(env: Ambiente, opcoes: OpcoesDaConfig = {}): Config {
  const definidas = Object.fromEntries(Object.entries(env).filter(([, valor]) => valor !== ''));
  const lidas = VARIAVEIS.safeParse(definidas);
  const { origens, erros: errosDasOrigens } = lerOrigens(env);
  const erros = [
    ...(lidas.error?.issues ?? []).map((i) => `${i.path.join('.')} ${i.message}`),
    ...errosDeConjunto(definidas, opcoes.usaFila ?? true),
    ...errosDasOrigens,
    ...origens.filter((o) => o.dialeto !== '').flatMap((o) => opcoes.errosDaOrigem?.(o) ?? []),
  ];
  if (!lidas.success || erros.length > 0) throw new ConfigError(erros);

  const v = lidas.data;
  return {
    databaseUrl: v.DATABASE_URL,
    redisUrl: v.REDIS_URL,
    producao: v.NODE_ENV === 'production',
    workerRoles: v.WORKER_ROLES,
    workerConcurrency: v.WORKER_CONCURRENCY,
    origens,
    erpUrl: v.ERP_URL,
    erpSegredo: v.ERP_SEGREDO,
    consoleUsuarios: v.CONSOLE_USUARIOS,
    consoleChave: v.CONSOLE_CHAVE,
    receiverPort: v.RECEIVER_PORT,
    consolePort: v.CONSOLE_PORT,
    workerPort: v.WORKER_PORT,
    simulatorPort: v.SIMULATOR_PORT,
    maxBodyBytes: v.MAX_BODY_BYTES,
    maxAtrasoS: v.MAX_ATRASO_S,
    retencaoDias: v.RETENCAO_DIAS,
    otlpEndpoint: v.OTEL_EXPORTER_OTLP_ENDPOINT,
    logLevel: v.LOG_LEVEL,
  };
}

/** A receiver that knows no store would answer 404 to everything, and stores end a delivery on that. */
export function exigirOrigens(config: Config): void {
  if (config.origens.length > 0) return;
  throw new ConfigError([
    'no origem is configured: set ORIGEM_<NOME>_DIALETO and ORIGEM_<NOME>_SEGREDOS for each store, for instance ORIGEM_LOJA_DIALETO=loja',
  ]);
}

/** @returns the database's address, for programs that do not bring a database of their own */
export function exigirDatabase(config: Config): string {
  if (config.databaseUrl !== null) return config.databaseUrl;
  throw new ConfigError([
    'DATABASE_URL is missing: set it to postgres://user:password@host:5432/name (`entrada start` brings a database of its own)',
  ]);
}

function errosDeConjunto(env: Ambiente, usaFila: boolean): string[] {
  const erros: string[] = [];
  if (env.NODE_ENV === 'production') {
    if (env.DATABASE_URL === undefined)
      erros.push('DATABASE_URL is missing: with NODE_ENV=production no database is embedded');
    if (usaFila && env.REDIS_URL === undefined)
      erros.push('REDIS_URL is missing: with NODE_ENV=production the queue must be in Redis');
  }
  if ((env.ERP_URL === undefined) !== (env.ERP_SEGREDO === undefined))
    erros.push(
      env.ERP_URL === undefined
        ? 'ERP_URL is missing although ERP_SEGREDO is set'
        : 'ERP_SEGREDO is missing: the calls to ERP_URL are signed with it',
    );
  if (env.CONSOLE_USUARIOS !== undefined && env.CONSOLE_CHAVE === undefined)
    erros.push('CONSOLE_CHAVE is missing: the sessions of CONSOLE_USUARIOS are signed with it');
  return erros;
}
