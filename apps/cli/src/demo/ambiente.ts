import { randomBytes } from 'node:crypto';
import { type Ambiente, VARIAVEIS } from '@entrada/runtime';

export interface Enderecos {
  databaseUrl: string;
  redisUrl: string | null;
  logLevel: string;
  receiverPort: number;
  simulatorPort: number;
}

/** The two stores, each of its own dialect and with its own way to put an order's facts in order. */
export const ORIGENS = ['loja', 'venddor'] as const;

/**
 * The variables of every program of the demo: what this process has, except all that is Entrada's, so that a demo never
 * meets a real store, database or ERP.
 */
export function ambienteDaDemo(env: Ambiente, e: Enderecos, { semApi }: { semApi: boolean }): Ambiente {
  const alheias = Object.entries(env).filter(([nome]) => !(nome in VARIAVEIS.shape) && !nome.startsWith('ORIGEM_'));
  const simulador = `http://127.0.0.1:${e.simulatorPort}`;
  const lojas = ORIGENS.flatMap((origem) => {
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
    ORIGEM_LOJA_VERSAO: 'sequencia',
    DATABASE_URL: e.databaseUrl,
    ...(e.redisUrl === null ? {} : { REDIS_URL: e.redisUrl }),
    LOG_LEVEL: e.logLevel,
    RECEIVER_PORT: String(e.receiverPort),
    SIMULATOR_PORT: String(e.simulatorPort),
    ERP_URL: `${simulador}/erp`,
    ERP_SEGREDO: `whsec_${randomBytes(24).toString('base64')}`,
  };
}

const segredo = (): string => randomBytes(24).toString('hex');
