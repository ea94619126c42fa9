import type { Falha } from './falha.ts';
import { apiFora, erpFora, erpLento, erpLixo, erpSemResposta } from './fora.ts';
import { operador } from './operador.ts';
import { caixaRecusa, conexoesTerminadas, postgresCongelado, postgresReiniciado } from './postgres.ts';
import { receiverMorto, relogioAdiantado, relogioAtrasado, rodizio, workerMorto, workerParado } from './processos.ts';
import { redisCheio, redisCongelado, redisEsvaziado, redisMorto } from './redis.ts';

/**
 * All faults, in the order in which they come one after the other. The last ones lose jobs and restart nobody: only the
 * sweep brings those orders back, once its scheduler is there again.
 */
export const FALHAS: readonly Falha[] = [
  apiFora,
  workerMorto,
  workerParado,
  rodizio,
  relogioAdiantado,
  relogioAtrasado,
  erpFora,
  erpLento,
  erpLixo,
  erpSemResposta,
  postgresReiniciado,
  postgresCongelado,
  conexoesTerminadas,
  caixaRecusa,
  redisMorto,
  redisCongelado,
  redisCheio,
  receiverMorto,
  operador,
  redisEsvaziado,
];
