import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { conectar, type Sql, startEmbeddedPostgres } from '@entrada/db';
import { createFila, type Fila } from '@entrada/queue';
import {
  type Ambiente,
  type Config,
  createLogger,
  type Passo,
  processEnv,
  readConfig,
  StartError,
} from '@entrada/runtime';
import { arquivoDoApp, type NomeDeApp } from '../apps.ts';
import { prepararDesenvolvimento } from '../start/desenvolvimento.ts';
import { conferirPortas } from '../start/portas.ts';
import { migrar } from '../start/subir.ts';
import { type Vigiado, vigiar } from '../start/supervisor.ts';
import type { Terminal } from '../start/terminal.ts';
import { ambienteDaDemo, type Enderecos } from './ambiente.ts';
import { abrirDiario } from './diario.ts';
import { esvaziarFila, exigirFilaLivre } from './fila-livre.ts';
import type { OpcoesDaDemo } from './opcoes.ts';
import type { Painel } from './painel.ts';

/** The demo's system while it runs. */
export interface DemoNoAr {
  env: Ambiente;
  urls: { receiver: string; workers: string[]; simulator: string; console: string | null };
  sql: Sql;
  fila: Fila;
  workers: Vigiado[];
  /** The console's development user; null where there is no console. */
  usuario: { nome: string; senha: string } | null;
}

/** The folder of one demo, gone when it ends unless somebody wants to look into it. */
export interface Pasta {
  caminho: string;
  guardar: boolean;
}

export async function criarPasta(desfazer: Passo[]): Promise<Pasta> {
  const pasta = { caminho: await mkdtemp(join(tmpdir(), 'entrada-demo-')), guardar: false };
  await chmod(pasta.caminho, 0o711); // root's database runs as somebody else, who must get through
  desfazer.unshift({
    nome: 'folder',
    fazer: () => (pasta.guardar ? undefined : rm(pasta.caminho, { recursive: true, force: true })),
  });
  return pasta;
}

/**
 * Brings a whole system up in a folder of its own and on free ports, together with the simulator. Like `start`, it puts what
 * must be undone at the head of `desfazer` as soon as it is done.
 */
export async function subirDemo(
  config: Pick<Config, 'redisUrl' | 'logLevel'>,
  opcoes: OpcoesDaDemo,
  { caminho: pasta }: Pasta,
  desfazer: Passo[],
  painel: Painel,
): Promise<DemoNoAr> {
  const { redisUrl, logLevel } = config;
  const diario = abrirDiario(join(pasta, 'demo.log'), painel);
  desfazer.unshift({ nome: 'log', fazer: () => diario.fechar() });
  const postgres = await startEmbeddedPostgres(pasta).catch((cause: Error) => {
    throw new StartError(cause.message, { cause });
  });
  desfazer.unshift({
    nome: 'postgres',
    fazer: async () => {
      await postgres.parar();
      await rm(postgres.dados, { recursive: true, force: true }); // not always within the folder
    },
  });
  const databaseUrl = postgres.url;
  await migrar(databaseUrl, diario);
  const sql = conectar(databaseUrl, { max: 4, applicationName: 'entrada-demo' });
  desfazer.unshift({ nome: 'database', fazer: () => sql.end({ timeout: 5 }) });
  const fila = await abrirFila({ redisUrl, databaseUrl }, diario, desfazer);

  const [receiverPort = 0, simulatorPort = 0, consolePort = 0, ...workerPorts] = await portasLivres(redisUrl ? 5 : 4);
  const enderecos: Enderecos = { databaseUrl, redisUrl, logLevel, receiverPort, simulatorPort };
  const daDemo = ambienteDaDemo(processEnv(), enderecos, opcoes);
  const { variaveis, usuario } = await prepararDesenvolvimento(readConfig(daDemo), pasta);
  const env = { ...daDemo, ...variaveis, CONSOLE_PORT: String(consolePort) };

  const programas: Vigiado[] = [];
  desfazer.unshift({ nome: 'programs', fazer: () => Promise.all(programas.map((p) => p.parar())) });
  const iniciar = (
    nome: NomeDeApp,
    porta: number,
    mais: Ambiente = {},
    argumentos: readonly string[] = [],
  ): Vigiado => {
    const arquivo = arquivoDoApp(nome);
    if (!arquivo) throw new StartError(`The ${nome} is not part of this installation.`);
    const programa = { nome, arquivo, argumentos, env: { ...env, ...mais }, saude: `${url(porta)}/readyz` };
    const vigiado = vigiar(programa, diario);
    programas.push(vigiado);
    return vigiado;
  };
  iniciar('simulator', simulatorPort, {}, argumentosDoSimulador(opcoes, receiverPort));
  const workers = workerPorts.map((porta) => iniciar('worker', porta, { WORKER_PORT: String(porta) }));
  iniciar('receiver', receiverPort);
  const comConsole = opcoes.keep && arquivoDoApp('console') !== null;
  if (comConsole) iniciar('console', consolePort);
  await Promise.all(programas.map((p) => p.pronto));

  const urls = {
    receiver: url(receiverPort),
    workers: workerPorts.map(url),
    simulator: url(simulatorPort),
    console: comConsole ? url(consolePort) : null,
  };
  return { env, urls, sql, fila, workers, usuario };
}

const url = (porta: number): string => `http://127.0.0.1:${porta}`;

async function portasLivres(quantas: number): Promise<number[]> {
  return conferirPortas(
    Array.from({ length: quantas }, () => ({ numero: 0, variavel: 'the free ports' })),
    0,
  );
}

async function abrirFila(
  lugar: { redisUrl: string | null; databaseUrl: string },
  diario: Terminal,
  desfazer: Passo[],
): Promise<Fila> {
  const destino = { write: (linha: string) => diario.linha('demo', linha.trimEnd()) };
  const fila = await createFila({
    ...lugar,
    papel: 'produtor',
    logger: createLogger({ nome: 'demo', level: 'warn', destino }),
  });
  desfazer.unshift({ nome: 'queue', fazer: () => fila.fechar() });
  await exigirFilaLivre(fila);
  desfazer.unshift({ nome: 'queue in Redis', fazer: () => esvaziarFila(fila) });
  return fila;
}

/** A bad line to a busy receiver: a tenth comes twice, one in twenty never, and little in the order in which it happened. */
function argumentosDoSimulador({ semente, semApi }: OpcoesDaDemo, receiverPort: number): string[] {
  return [
    ...['servir', '--parado', '--desenvolvimento', '--receiver-url', url(receiverPort), '--semente', semente],
    ...['--duplicatas', '0.1', '--nunca', '0.05', '--embaralhar-ms', '3000', '--lentas', '0.02', '--quedas', '0.02'],
    ...['--esperas-ms', '500,1000', '--pagina', '50', '--falhas-da-api', '0.02'],
    ...(semApi ? ['--sem-api'] : []),
  ];
}
