export { assinarLoja } from './assinar.ts';
export { type BancoDeTeste, bancoDeTeste, bancoVazio } from './banco.ts';
export { freePort } from './porta.ts';
export { type Comando, NODE_TS, type Processo, startProcess } from './processos.ts';
export { type RedisDeTeste, redisDeTeste } from './redis.ts';
export { type Espera, waitUntil } from './wait-until.ts';
