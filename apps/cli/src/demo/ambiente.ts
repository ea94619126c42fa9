import { randomBytes } from 'node:crypto';
import { errosDaOrigem } from '@entrada/providers';
import { type Ambiente, readConfig, VARIAVEIS } from '@entrada/runtime';

export interface Enderecos {
  databaseUrl: string;
  redisUrl: string | null;
  logLevel: string;
  receiverPort: number;
  simulatorPort: number;
}

/** Two stores of the house, each with its own way to put an order's facts in order. */
export const LOJAS_DA_CASA: readonly string[] = ['loja', 'venddor'];

/**
 * The variables of every program of the demo: what this process has, except all that is Entrada's, so that a demo never
 * meets a real store, database or ERP.
 */
export function ambienteDaDemo(
  env: Ambiente,
  e: Enderecos,
  { semApi, lojas: nomes }: { semApi: boolean; lojas: readonly string[] },
): Ambiente {
  const alheias = Object.entries(env).filter(([nome]) => !(nome in VARIAVEIS.shape) && !nome.startsWith('ORIGEM_'));
  const simulador = `http://127.0.0.1:${e.simulatorPort}`;
  const lojas = nomes.flatMap((origem) => {
    const variavel = (campo: string): string => `ORIGEM_${origem.toUpperCase()}_${campo}`;
    return [
      [variavel('DIALETO'), origem],
      [variavel('SEGREDOS'), segredo()],
      [variavel('API_TOKEN'), segredo()],
      ...(semApi ? [] : [[variavel('API_URL'), `${simulador}/${origem}`]]),
    ];
  });
  return {
    ...Object.fromEntries(alheias),
    ...Object.fromEntries(lojas),
    ...(nomes.includes('loja') ? { ORIGEM_LOJA_VERSAO: 'sequencia' } : {}),
    DATABASE_URL: e.databaseUrl,
    ...(e.redisUrl === null ? {} : { REDIS_URL: e.redisUrl }),
    LOG_LEVEL: e.logLevel,
    RECEIVER_PORT: String(e.receiverPort),
    SIMULATOR_PORT: String(e.simulatorPort),
    ERP_URL: `${simulador}/erp`,
    ERP_SEGREDO: `whsec_${randomBytes(24).toString('base64')}`,
  };
}

/**
 * Before anything is started.
 * @throws ConfigError where a kind of store is not known, or cannot do without what is turned off
 */
export function conferirLojas(opcoes: { semApi: boolean; lojas: readonly string[] }): void {
  const lugares = {
    databaseUrl: 'postgres://demo',
    redisUrl: null,
    logLevel: 'warn',
    receiverPort: 1,
    simulatorPort: 2,
  };
  readConfig(ambienteDaDemo({}, lugares, opcoes), { errosDaOrigem });
}

const segredo = (): string => randomBytes(24).toString('hex');
