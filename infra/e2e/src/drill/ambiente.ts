import { randomBytes } from 'node:crypto';

/** The two stores, each of its own dialect. */
export const ORIGENS = ['loja', 'venddor'] as const;

export interface Enderecos {
  redisUrl: string;
  /** Of the stores and their APIs. */
  simulador: number;
  /** What leads to the ERP. */
  erp: number;
}

/** The variables that all programs share. */
export function ambienteComum({ redisUrl, simulador, erp }: Enderecos): Record<string, string> {
  const lojas = ORIGENS.flatMap((origem) => {
    const variavel = (campo: string): string => `ORIGEM_${origem.toUpperCase()}_${campo}`;
    return [
      [variavel('DIALETO'), origem],
      [variavel('SEGREDOS'), randomBytes(24).toString('hex')],
      [variavel('API_TOKEN'), randomBytes(24).toString('hex')],
      [variavel('API_URL'), `http://127.0.0.1:${simulador}/${origem}`],
    ];
  });
  return {
    ...Object.fromEntries(lojas),
    ORIGEM_LOJA_VERSAO: 'sequencia',
    REDIS_URL: redisUrl,
    ERP_URL: `http://127.0.0.1:${erp}/erp`,
    ERP_SEGREDO: `whsec_${randomBytes(24).toString('base64')}`,
    SIMULATOR_PORT: String(simulador),
  };
}
