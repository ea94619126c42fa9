/**
 * A worker without a queue: applies what is pending, all orders at once, until nothing is or for ever. An event whose
 * payload says `veneno` kills the process, as one would that exhausts the memory.
 */
import { conectar, pedidosPendentes } from '@entrada/db';
import { criarOrigem, type Dialeto, type Origem } from '@entrada/providers';
import { createLogger, createMetrics, processEnv } from '@entrada/runtime';
import { criarMetricasDoApply } from './metricas.ts';
import { papelApply } from './papel.ts';

const { DATABASE_URL = '', PARA_SEMPRE } = processEnv();
const sql = conectar(DATABASE_URL, { max: 8 });
const loja = criarOrigem({
  nome: 'loja',
  dialeto: 'loja',
  segredos: ['s'],
  versao: 'sequencia',
  apiUrl: null,
  apiToken: null,
  opcoes: {},
});
const dialeto: Dialeto = {
  ...loja.dialeto,
  interpretar: (payload, evento) => {
    if (JSON.stringify(payload).includes('veneno')) process.kill(process.pid, 'SIGKILL');
    return loja.dialeto.interpretar(payload, evento);
  },
};
const aplicar = papelApply({
  sql,
  origens: new Map<string, Origem>([['loja', { ...loja, dialeto }]]),
  logger: createLogger({ nome: 'veneno', level: 'silent' }),
  acordar: async () => {},
  metricas: criarMetricasDoApply(createMetrics()),
});
process.stdout.write('ready\n');
for (;;) {
  const pedidos = await pedidosPendentes(sql, { aPartirDe: null, limite: 200, idadeMinimaMs: 0 });
  if (pedidos.length === 0 && PARA_SEMPRE === undefined) break;
  await Promise.allSettled(pedidos.map(aplicar));
  if (pedidos.length === 0) await new Promise((r) => setTimeout(r, 20));
}
await sql.end();
