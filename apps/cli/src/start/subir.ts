import { readFile } from 'node:fs/promises';
import { conectar, migrate, startEmbeddedPostgres } from '@entrada/db';
import {
  apagarSistemaLocal,
  type Config,
  gravarSistemaLocal,
  type Passo,
  processEnv,
  StartError,
} from '@entrada/runtime';
import { arquivoDoApp, type NomeDeApp } from '../apps.ts';
import { exigirResposta } from '../banco.ts';
import type { Lugares } from './boas-vindas.ts';
import { prepararDesenvolvimento } from './desenvolvimento.ts';
import { conferirPortas } from './portas.ts';
import { vigiar } from './supervisor.ts';
import type { Terminal } from './terminal.ts';
import { tomarTrava } from './trava.ts';

/**
 * Brings the whole system up. What must be undone is put at the head of `desfazer` as soon as it is done, so that an end
 * half way, by error or by Ctrl-C, undoes it in reverse.
 */
export async function subir(config: Config, pasta: string, desfazer: Passo[], terminal: Terminal): Promise<Lugares> {
  const trava = await tomarTrava(pasta);
  desfazer.unshift({ nome: 'lock', fazer: () => trava.soltar() });
  const [receiverPort = 0, workerPort = 0, consolePort = 0] = await conferirPortas(
    [
      { numero: config.receiverPort, variavel: 'RECEIVER_PORT' },
      { numero: config.workerPort, variavel: 'WORKER_PORT' },
      ...(arquivoDoApp('console') ? [{ numero: config.consolePort, variavel: 'CONSOLE_PORT' }] : []),
    ],
    trava.abandonada ? 10_000 : 0,
  );
  const databaseUrl = config.databaseUrl ?? (await subirPostgres(pasta, desfazer));
  await migrar(databaseUrl, terminal);

  const { variaveis, origem, usuario } = await prepararDesenvolvimento(config, pasta);
  const portas = { RECEIVER_PORT: `${receiverPort}`, WORKER_PORT: `${workerPort}`, CONSOLE_PORT: `${consolePort}` };
  const env = { ...processEnv(), ...portas, ...variaveis, DATABASE_URL: databaseUrl };
  const url = (porta: number): string => `http://127.0.0.1:${porta}`;
  const programas: [NomeDeApp, string][] = [
    ['worker', url(workerPort)],
    ['receiver', url(receiverPort)],
    ['console', url(consolePort)],
  ];
  const vigiados = programas.flatMap(([nome, base]) => {
    const arquivo = arquivoDoApp(nome);
    return arquivo ? [vigiar({ nome, arquivo, env, saude: `${base}/readyz` }, terminal)] : [];
  });
  desfazer.unshift({ nome: 'programs', fazer: () => Promise.all(vigiados.map((v) => v.parar())) });
  await Promise.all(vigiados.map((v) => v.pronto));

  const sistema = {
    pid: process.pid,
    database_url: databaseUrl,
    redis_url: config.redisUrl,
    receiver_url: url(receiverPort),
    console_url: arquivoDoApp('console') ? url(consolePort) : null,
    origem,
  };
  desfazer.unshift({ nome: 'notes', fazer: () => apagarSistemaLocal(pasta) });
  await gravarSistemaLocal(pasta, sistema);
  return { ...sistema, worker_url: url(workerPort), usuario, pasta, pnpm: await comandoPnpm() };
}

async function subirPostgres(pasta: string, desfazer: Passo[]): Promise<string> {
  const postgres = await startEmbeddedPostgres(pasta).catch((cause: Error) => {
    throw new StartError(cause.message, { cause });
  });
  desfazer.unshift({ nome: 'postgres', fazer: () => postgres.parar() });
  return postgres.url;
}

export async function migrar(databaseUrl: string, terminal: Pick<Terminal, 'texto'>): Promise<void> {
  const sql = conectar(databaseUrl, { max: 2, applicationName: 'entrada-migrate' });
  try {
    await exigirResposta(sql);
    for (const nome of await migrate(sql)) terminal.texto(`applied migration ${nome}`);
  } finally {
    await sql.end({ timeout: 5 });
  }
}

/** The repository pins its pnpm; npx runs that one also where none is installed. */
async function comandoPnpm(): Promise<string> {
  const raiz = await readFile(new URL('../../../../package.json', import.meta.url), 'utf8').catch(() => '');
  const versao = /"packageManager":\s*"(pnpm@[\d.]+)/.exec(raiz)?.[1];
  return versao === undefined ? 'pnpm' : `npx ${versao}`;
}
