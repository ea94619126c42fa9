import { randomUUID } from 'node:crypto';
import { agoraDoBanco, conectar, exigirSchema, registrarOrigens } from '@entrada/db';
import { criarOrigem, errosDaOrigem } from '@entrada/providers';
import { createFila, manterAgenda } from '@entrada/queue';
import {
  createLogger,
  createMetrics,
  exigirDatabase,
  exigirOrigens,
  iniciarRastro,
  onShutdown,
  processEnv,
  readConfig,
  runMain,
  startHealthServer,
  vigiarLaco,
} from '@entrada/runtime';
import { type DepsDaAgenda, papelAgenda } from './agenda/papel.ts';
import { medirApi } from './api-medida.ts';
import { criarMetricasDoApply } from './apply/metricas.ts';
import { PEDIDOS_POR_VAGA, papelApply, RESULTADOS_MOSTRADOS } from './apply/papel.ts';
import { criarMedidas } from './medidas.ts';
import { criarMetricas } from './metricas.ts';
import { type OpcoesDoProgresso, vigiarProgresso } from './progresso.ts';
import { podar } from './prune/podar.ts';
import { criarMetricasDoPublish } from './publish/metricas.ts';
import { type Publicador, papelPublish } from './publish/papel.ts';
import { esperarErp } from './publish/sem-erp.ts';
import { rastrearApply, rastrearEfeitos } from './rastrear.ts';
import { lerPedidoDaApi } from './read/ler-pedido.ts';
import { papelReconcile } from './reconcile/papel.ts';
import { criarRelato } from './relato.ts';
import { type DepsDaVarredura, varrer } from './sweep/varrer.ts';

const PRAZO_DE_SAIDA_MS = 25_000;
/** Below the queue's lock of 30 s: a job whose lock went to somebody else must have been stopped by the database. */
const PRAZOS = { lockTimeoutMs: 10_000, statementTimeoutMs: 15_000, idleInTransactionMs: 20_000 };

await runMain(async () => {
  const config = readConfig(processEnv(), { errosDaOrigem });
  exigirOrigens(config);
  const databaseUrl = exigirDatabase(config);
  const rastro = await iniciarRastro(config.otlpEndpoint, 'worker');
  const logger = createLogger({ nome: 'worker', level: config.logLevel });
  const faz = (papel: (typeof config.workerRoles)[number]) => config.workerRoles.includes(papel);

  const sql = conectar(databaseUrl, { planos: 'cada_vez', applicationName: 'entrada-worker', max: 6, ...PRAZOS });
  await exigirSchema(sql);
  const metrics = createMetrics();
  const metricas = criarMetricas(metrics);
  const origens = new Map(config.origens.map((o) => [o.nome, medirApi(criarOrigem(o), metricas)]));
  await registrarOrigens(
    sql,
    config.origens.map((o) => ({ nome: o.nome, dialeto: o.dialeto, criterio: o.versao })),
  );
  const fila = await createFila({ redisUrl: config.redisUrl, databaseUrl, papel: 'consumidor', logger });
  criarMedidas(metrics, sql, fila, [...origens.keys()]);
  const metricasDoApply = criarMetricasDoApply(metrics);
  const metricasDoPublish = criarMetricasDoPublish(metrics, sql);
  const relato = criarRelato({ sql, logger, metricasDoApply });

  const { enfileirar } = fila;
  const semErp = faz('publish') && config.erpUrl === null;
  /** There is nothing to wake a publisher for; the sweep finds the effects once there is an ERP. */
  const acordar: DepsDaVarredura['acordar'] = async (nome, pedidos) =>
    nome === 'publicar' && semErp ? { enfileirados: 0 } : fila.acordar(nome, pedidos);
  const concurrency = config.workerConcurrency;
  const consumidores: OpcoesDoProgresso['consumidores'][number][] = [];
  const consumir: typeof fila.consumir = (nome, handler, opcoes) => {
    const consumidor = fila.consumir(nome, handler, opcoes);
    consumidores.push({ nome, semProgressoMs: () => consumidor.semProgressoMs() });
    return consumidor;
  };
  const tarefas: DepsDaAgenda['tarefas'] = {};
  let encerrando = false;
  /** What is long stops at its next page when the process is asked to end. */
  const continuar = () => !encerrando;
  if (faz('apply')) {
    const aplicar = rastrearApply(
      rastro,
      sql,
      papelApply({ sql, origens, logger, metricas: metricasDoApply, acordar }),
    );
    const mostrar: typeof aplicar = async (chave) => (await aplicar(chave)).slice(0, RESULTADOS_MOSTRADOS);
    consumir('aplicar', mostrar, { concurrency: concurrency * PEDIDOS_POR_VAGA });
  }
  let publicador: Publicador | null = null;
  if (faz('publish') && config.erpUrl !== null && config.erpSegredo !== null) {
    const erp = { url: config.erpUrl, segredo: config.erpSegredo, conexoes: concurrency };
    publicador = papelPublish({
      sql,
      erp,
      logger,
      metricas: metricasDoPublish,
      rastrear: rastrearEfeitos(rastro, sql),
    });
    consumir('publicar', publicador.publicar, { concurrency });
  }
  if (semErp) {
    logger.warn({}, 'ERP_URL is not set: effects stay pending in the outbox');
    consumir('publicar', (chave) => esperarErp(sql, chave), { concurrency });
  }
  if (faz('read')) {
    const deps = { sql, origens, logger, metricas, enfileirar };
    consumir('consultar', (chave) => lerPedidoDaApi(deps, chave), { concurrency });
  }
  if (faz('reconcile')) tarefas.reconciliar = papelReconcile({ sql, origens, logger, metricas, enfileirar, continuar });
  if (faz('sweep')) {
    const deps = { sql, logger, dono: randomUUID(), enfileirar, acordar };
    tarefas.varrer = async () => {
      const contagem = await varrer(deps);
      for (const [fila, n] of Object.entries(contagem)) metricas.varridos.inc({ fila }, n);
      return contagem;
    };
  }
  if (faz('prune')) {
    const { origens: configuradas, retencaoDias } = config;
    tarefas.podar = async () => {
      const podados = await podar({ sql, logger, dono: randomUUID(), configuradas, retencaoDias, continuar });
      for (const [tabela, n] of Object.entries(podados)) metricas.podados.inc({ tabela }, n);
      return podados;
    };
  }
  if (Object.keys(tarefas).length > 0) {
    const devolver: DepsDaAgenda['devolver'] = (turno) => fila.agendar(turno, { atrasoMs: 1_000 });
    // One for each kind of turn: a long reconciliation or pruning keeps no sweep waiting.
    consumir('agenda', papelAgenda({ tarefas, devolver, logger, metricas }), { concurrency: 3 });
  }
  const agenda = manterAgenda(fila, () => agoraDoBanco(sql), logger);

  const progresso = vigiarProgresso({
    consumidores,
    logger,
    desistir: (motivo) => {
      logger.fatal({ motivo }, 'giving up: to be started anew');
      process.exit(1);
    },
  });
  const laco = vigiarLaco({ nome: 'worker', limiteMs: 60_000 });

  const saude = await startHealthServer({
    port: config.workerPort,
    metrics,
    livez: () => fila.impedimento(),
    readyz: async () => {
      if (saida.emAndamento()) return 'shutting down';
      await sql`select 1`;
      return fila.impedimento() ?? progresso.problema();
    },
  });
  const saida = onShutdown({
    logger,
    prazoMs: PRAZO_DE_SAIDA_MS,
    passos: [
      {
        nome: 'begin nothing long',
        fazer: () => {
          encerrando = true;
        },
      },
      { nome: 'stop the schedule', fazer: () => Promise.all([agenda.parar(), progresso.parar()]) },
      { nome: 'begin no further effect', fazer: () => publicador?.parar() },
      { nome: 'finish what runs', fazer: () => fila.fechar() },
      { nome: 'leave the ERP', fazer: () => publicador?.fechar() },
      { nome: 'tell the last counts', fazer: () => relato.parar() },
      { nome: 'leave the database', fazer: () => sql.end({ timeout: 5 }) },
      { nome: 'send the last traces', fazer: () => rastro?.fechar() },
      { nome: 'stop answering', fazer: () => Promise.all([saude.close(), laco.parar()]) },
    ],
  });
  logger.info({ porta: saude.port, papeis: config.workerRoles, fila: fila.tipo }, 'working');
});
