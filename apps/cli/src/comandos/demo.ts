import { randomBytes } from 'node:crypto';
import { Command, InvalidArgumentError, Option } from '@commander-js/extra-typings';
import { createLogger, gravarSistemaLocal, onShutdown, type Passo, processEnv, readConfig } from '@entrada/runtime';
import { conferirLojas, LOJAS_DA_CASA } from '../demo/ambiente.ts';
import { conduzir } from '../demo/conduzir.ts';
import type { OpcoesDaDemo } from '../demo/opcoes.ts';
import { criarPainel } from '../demo/painel.ts';
import { emJson, type Resumo, relatorio } from '../demo/relatorio.ts';
import { simuladorEm } from '../demo/simulador.ts';
import { criarPasta, type DemoNoAr, type Pasta, subirDemo } from '../demo/subir.ts';
import { json } from '../opcoes.ts';

const PRAZO_DO_FIM_MS = 45_000;

export const demo = () =>
  new Command('demo')
    .description(
      'Shows the whole system against stores and an ERP that behave like real ones, in a folder of its own (REDIS_URL is used, DATABASE_URL is not), and audits every order, event and effect. Exit status 1 if anything is wrong.',
    )
    .option('--pedidos <n>', 'how many orders', inteiro(2, 100_000), 1_000)
    .addOption(
      new Option('--semente <text>', 'seed: the same seed makes the same orders')
        .argParser(semente)
        .default(randomBytes(4).toString('hex'), 'a random one'),
    )
    .option(
      '--dialeto <name>',
      'a kind of store that is played, such as shopify; again for another one (default: loja and venddor)',
      (nome: string, nomes: readonly string[]) => [...nomes, nome],
      [] as readonly string[],
    )
    .option('--duracao <seconds>', 'in which all orders begin; by default 20 ms each', inteiro(1, 3_600))
    .option('--sem-api', "the stores' APIs are off: orders that missed a webhook may differ, and are listed", false)
    .option('--matar-worker', 'a worker is killed half way', false)
    .option('--keep', 'everything goes on running after the audit, until Ctrl-C', false)
    .addOption(json())
    .action(async ({ json: emUmaLinha, duracao, dialeto, ...lidas }) => {
      const duracaoMs = duracao === undefined ? Math.max(5_000, lidas.pedidos * 20) : duracao * 1000;
      const lojas = dialeto.length === 0 ? LOJAS_DA_CASA : [...new Set(dialeto)];
      const opcoes: OpcoesDaDemo = { ...lidas, lojas, duracaoMs };
      conferirLojas(opcoes);
      const painel = criarPainel(process.stderr, opcoes.pedidos);
      const desfazer: Passo[] = [];
      const logger = createLogger({ nome: 'demo', level: 'error', destino: process.stderr });
      const encerramento = onShutdown({ logger, prazoMs: PRAZO_DO_FIM_MS, passos: desfazer });
      try {
        const pasta = await criarPasta(desfazer);
        const { resumo, noAr } = await rodar(opcoes, pasta, desfazer, painel);
        painel.terminar();
        process.stdout.write(emUmaLinha ? `${emJson(resumo)}\n` : relatorio(resumo));
        process.exitCode = resumo.auditoria.certo ? 0 : 1;
        if (opcoes.keep) return await continuar(noAr, pasta);
        pasta.guardar = !resumo.auditoria.certo;
        if (pasta.guardar) process.stderr.write(`The programs' logs are in ${pasta.caminho}/demo.log\n`);
      } catch (e) {
        if (encerramento.emAndamento()) return; // Ctrl-C came meanwhile, and its end is on the way
        await desfazerTudo(desfazer);
        throw e;
      }
      await desfazerTudo(desfazer);
      process.exit();
    });

async function rodar(
  opcoes: OpcoesDaDemo,
  pasta: Pasta,
  desfazer: Passo[],
  painel: ReturnType<typeof criarPainel>,
): Promise<{ resumo: Resumo; noAr: DemoNoAr }> {
  const { REDIS_URL, LOG_LEVEL } = processEnv();
  painel.aviso('starting database, receiver, workers, stores and ERP');
  const noAr = await subirDemo(readConfig({ REDIS_URL, LOG_LEVEL }), opcoes, pasta, desfazer, painel);
  const simulador = simuladorEm(noAr.urls.simulator);
  const inicio = performance.now();
  await conduzir({ ...noAr, simulador, painel, matarWorker: () => noAr.workers[0]?.matar() }, opcoes);
  const segundos = Math.round((performance.now() - inicio) / 100) / 10;
  const auditoria = await simulador.auditar(!opcoes.semApi);
  return { resumo: { opcoes, fila: noAr.fila.tipo === 'redis' ? 'Redis' : 'Postgres', segundos, auditoria }, noAr };
}

async function desfazerTudo(desfazer: readonly Passo[]): Promise<void> {
  for (const passo of desfazer) await Promise.resolve(passo.fazer()).catch(() => undefined);
}

/** Leaves everything running, and notes where, so that the other commands find it with --pasta. */
async function continuar({ env, urls, usuario }: DemoNoAr, { caminho }: Pasta): Promise<void> {
  const { databaseUrl, redisUrl, origens } = readConfig(env);
  const loja = origens.find((o) => o.dialeto === 'loja');
  await gravarSistemaLocal(caminho, {
    pid: process.pid,
    database_url: databaseUrl ?? '',
    redis_url: redisUrl,
    receiver_url: urls.receiver,
    console_url: urls.console,
    origem: loja?.segredos[0] === undefined ? null : { nome: loja.nome, segredo: loja.segredos[0] },
  });
  const linhas = [
    ['receiver', urls.receiver],
    ['workers', urls.workers.join(' ')],
    ['simulator', `${urls.simulator}  (/entregas, /recebidos)`],
    ...(urls.console && usuario
      ? [['console', `${urls.console}  user ${usuario.nome}, password ${usuario.senha}`]]
      : []),
    ['logs', `${caminho}/demo.log`],
    ['try', `pnpm entrada pedido ${origens[0]?.nome} <order> --pasta ${caminho}`],
  ];
  process.stderr.write(`\n${linhas.map(([n = '', v]) => `  ${n.padEnd(10)}${v}`).join('\n')}\n\nStop with Ctrl-C.\n`);
}

function inteiro(minimo: number, maximo: number) {
  return (texto: string): number => {
    const n = Number(texto);
    if (/^\d+$/.test(texto) && n >= minimo && n <= maximo) return n;
    throw new InvalidArgumentError(`It must be a whole number from ${minimo} to ${maximo}.`);
  };
}

function semente(texto: string): string {
  if (/^[A-Za-z0-9_]{1,32}$/.test(texto)) return texto;
  throw new InvalidArgumentError('It must have 1 to 32 letters, digits or _.');
}
