import { conectar, exigirSchema, exporTransacoes, registrarOrigens } from '@entrada/db';
import { criarOrigem, errosDaOrigem } from '@entrada/providers';
import { createFila } from '@entrada/queue';
import {
  createLogger,
  createMetrics,
  exigirDatabase,
  exigirOrigens,
  iniciarRastro,
  onShutdown,
  portError,
  processEnv,
  readConfig,
  runMain,
} from '@entrada/runtime';
import { vigiarAtraso } from './atraso.ts';
import { criarReceptor } from './receptor.ts';

const PRAZO_DE_SAIDA_MS = 10_000;
const CONEXOES = 4;
/**
 * Connections that the kernel keeps until they are taken. Of a burst longer than Node's 511 some were dropped, and their
 * clients try again after a second, which some stores do not have. The system's own limit (somaxconn) may be lower.
 */
const CONEXOES_NA_FILA = 4_096;

await runMain(async () => {
  const config = readConfig(processEnv(), { errosDaOrigem });
  exigirOrigens(config);
  const databaseUrl = exigirDatabase(config);
  const rastro = await iniciarRastro(config.otlpEndpoint, 'receiver');
  const logger = createLogger({ nome: 'receiver', level: config.logLevel });

  const sql = conectar(databaseUrl, {
    planos: 'uma_vez',
    applicationName: 'entrada-receiver',
    max: CONEXOES,
    statementTimeoutMs: 10_000,
  });
  await exigirSchema(sql);
  const origens = new Map(config.origens.map((o) => [o.nome, criarOrigem(o)]));
  await registrarOrigens(
    sql,
    config.origens.map((o) => ({ nome: o.nome, dialeto: o.dialeto, criterio: o.versao })),
  );
  const fila = await createFila({ redisUrl: config.redisUrl, databaseUrl, papel: 'produtor', logger });

  const metrics = createMetrics();
  exporTransacoes(metrics, sql);
  const atraso =
    config.maxAtrasoS === null
      ? null
      : vigiarAtraso({ sql, logger, origens: origens.values(), limiteS: config.maxAtrasoS });
  const { app, terminar } = criarReceptor({
    sql,
    origens,
    logger,
    metrics,
    rastro,
    maxBodyBytes: config.maxBodyBytes,
    enfileirar: fila.enfileirar,
    ...(atraso && { atrasado: atraso.atrasado }),
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
      { nome: 'answer what was accepted', fazer: () => app.close() },
      { nome: 'wake the workers', fazer: () => Promise.all([terminar(), atraso?.parar()]) },
      { nome: 'leave the queue', fazer: () => fila.fechar() },
      { nome: 'leave the database', fazer: () => sql.end({ timeout: 5 }) },
      { nome: 'send the last traces', fazer: () => rastro?.fechar() },
    ],
  });
  try {
    await app.listen({ port: config.receiverPort, host: '0.0.0.0', backlog: CONEXOES_NA_FILA });
  } catch (e) {
    throw portError(e, config.receiverPort, 'RECEIVER_PORT');
  }
  logger.info({ porta: config.receiverPort, origens: [...origens.keys()] }, 'listening');
});
