import { conectar, exigirSchema, exporTransacoes } from '@entrada/db';
import { errosDaOrigem } from '@entrada/providers';
import { createFila } from '@entrada/queue';
import {
  createLogger,
  createMetrics,
  exigirDatabase,
  onShutdown,
  portError,
  processEnv,
  readConfig,
  runMain,
} from '@entrada/runtime';
import { criarConsole } from './console.ts';
import { exigirUsuarios } from './usuarios.ts';

const PRAZO_DE_SAIDA_MS = 10_000;
/** A person waits: better to hear that an order is busy than to stare at an empty page. */
const PRAZOS = { lockTimeoutMs: 5_000, statementTimeoutMs: 10_000, idleInTransactionMs: 15_000 };

await runMain(async () => {
  const config = readConfig(processEnv(), { errosDaOrigem });
  const databaseUrl = exigirDatabase(config);
  const { usuarios, chave } = exigirUsuarios(config);
  const logger = createLogger({ nome: 'console', level: config.logLevel });

  const sql = conectar(databaseUrl, { applicationName: 'entrada-console', max: 4, ...PRAZOS });
  await exigirSchema(sql);
  const fila = await createFila({ redisUrl: config.redisUrl, databaseUrl, papel: 'produtor', logger });
  const metrics = createMetrics();
  exporTransacoes(metrics, sql);
  const app = await criarConsole({
    sql,
    fila,
    usuarios,
    chave,
    origens: config.origens,
    logger,
    metrics,
    readyz: async () => {
      if (saida.emAndamento()) return 'shutting down';
      await sql`select 1`;
      return null;
    },
  });
  const saida = onShutdown({
    logger,
    prazoMs: PRAZO_DE_SAIDA_MS,
    passos: [
      { nome: 'stop answering', fazer: () => app.close() },
      { nome: 'leave the queue', fazer: () => fila.fechar() },
      { nome: 'leave the database', fazer: () => sql.end({ timeout: 5 }) },
    ],
  });
  try {
    await app.listen({ port: config.consolePort, host: '0.0.0.0' });
  } catch (e) {
    throw portError(e, config.consolePort, 'CONSOLE_PORT');
  }
  logger.info({ porta: config.consolePort, usuarios: usuarios.length, fila: fila.tipo }, 'listening');
});
