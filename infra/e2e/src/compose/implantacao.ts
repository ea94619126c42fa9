import { setTimeout as esperar } from 'node:timers/promises';
import type { Sql } from '@entrada/db';
import { freePort, type Processo, startProcess } from '@entrada/testing';
import { subirBanco } from './banco.ts';
import { ENV } from './env.ts';
import { type Composicao, lerComposicao, semPerfil } from './ler.ts';
import { subirRedis } from './redis.ts';

export interface Unidade {
  servico: string;
  processo: Processo;
  /** Where its /livez, /readyz and /metrics are. */
  url: string;
}

/** The services of docker-compose.yml as processes of this machine, with their own commands and variables. */
export interface Implantacao {
  composicao: Composicao;
  sql: Sql;
  redis: Processo;
  /** Those that run, in the order of their start. */
  unidades(servico?: string): Unidade[];
  /** Starts one more of these, and waits until its health check passes. */
  subir(servico: string, mais?: Variaveis): Promise<Unidade>;
  /** Starts one process of it, and waits for nothing. */
  iniciar(servico: string, mais?: Variaveis): Processo;
  /** SIGTERM. How the process ended, and after how long. */
  parar(unidade: Unidade): Promise<{ code: number | null; signal: NodeJS.Signals | null; ms: number }>;
  /** Runs a command to its end, with a service's variables. */
  executar(
    servico: string,
    comando: readonly string[],
    mais?: Variaveis,
  ): Promise<{ code: number | null; saida: string }>;
  fechar(): Promise<void>;
}

type Variaveis = Record<string, string>;

/**
 * Starts everything that compose would, in its order.
 * @param opcoes.pasta the pruned tree
 * @param opcoes.bin the folder of the `node` to run it with
 */
export async function implantar(opcoes: { pasta: string; bin: string }): Promise<Implantacao> {
  const composicao = lerComposicao(ENV);
  const banco = await subirBanco(composicao);
  const redis = await subirRedis(composicao);
  const vivas: Unidade[] = [];

  /** Only addresses differ: processes of one machine share the ports that compose keeps apart. */
  const variaveis = (servico: string): Variaveis => {
    const nesta = (v: string) => v.replace('postgres:5432', banco.endereco).replace('redis:6379', redis.endereco);
    const { environment = {} } = composicao[servico] ?? {};
    return Object.fromEntries(Object.entries(environment).map(([nome, valor]) => [nome, nesta(valor)]));
  };
  const rodar = ([command = '', ...args]: readonly string[], env: Variaveis): Processo =>
    startProcess({ command, args, env: { ...env, PATH: `${opcoes.bin}:${process.env.PATH}` }, cwd: opcoes.pasta });

  const iniciar: Implantacao['iniciar'] = (servico, mais) =>
    rodar(composicao[servico]?.command ?? [], { ...variaveis(servico), ...mais });
  const executar: Implantacao['executar'] = async (servico, comando, mais) => {
    const processo = rodar(comando, { ...variaveis(servico), ...mais });
    const { code } = await processo.terminou;
    return { code, saida: processo.saida() };
  };
  /** A command may name the receiver. */
  const comEndereco = (argumento: string): string =>
    argumento.replace('http://receiver:3000', vivas.find((u) => u.servico === 'receiver')?.url ?? '');
  const subir: Implantacao['subir'] = async (servico, mais) => {
    const { command = [], healthcheck } = composicao[servico]!;
    const env = { ...variaveis(servico), ...mais };
    const variavel = Object.keys(env).find((v) => v.endsWith('_PORT')) ?? '';
    const porta = String(await freePort());
    const processo = rodar(command.map(comEndereco), { ...env, [variavel]: porta });
    const unidade = { servico, processo, url: `http://127.0.0.1:${porta}` };
    vivas.push(unidade);
    processo.terminou.then(() => vivas.splice(vivas.indexOf(unidade), 1)); // before anybody else hears of it
    const prova = healthcheck?.test.map((c) => c.replace(`:${env[variavel]}/`, `:${porta}/`)) ?? [];
    const ate = performance.now() + (healthcheck?.start_period ?? 0);
    for (;;) {
      const { code, saida } = await executar(servico, prova);
      if (code === 0) return unidade;
      if (performance.now() > ate || !vivas.includes(unidade))
        throw new Error(`${servico} is not healthy: ${saida}\n${processo.saida()}`);
      await esperar(100);
    }
  };
  const parar: Implantacao['parar'] = async ({ processo }) => {
    const inicio = performance.now();
    processo.matar('SIGTERM');
    return { ...(await processo.terminou), ms: performance.now() - inicio };
  };
  const fechar = async (): Promise<void> => {
    redis.processo.matar('SIGCONT');
    await Promise.all([...vivas].map(parar));
    await redis.fechar();
    await banco.fechar();
  };

  try {
    for (const servico of emOrdem(composicao, ['postgres', 'redis'])) {
      if (composicao[servico]?.healthcheck) await subir(servico);
      else {
        const { code, saida } = await executar(servico, composicao[servico]?.command ?? []);
        if (code !== 0) throw new Error(`${servico} ended with ${code}:\n${saida}`);
      }
    }
  } catch (e) {
    await fechar();
    throw e;
  }
  const unidades: Implantacao['unidades'] = (s) => vivas.filter((u) => s === undefined || u.servico === s);
  return { composicao, sql: banco.sql, redis: redis.processo, unidades, subir, iniciar, parar, executar, fechar };
}

/** Each service after those that it depends on. */
function emOrdem(composicao: Composicao, feitos: string[]): string[] {
  const faltam = semPerfil(composicao).filter((s) => !feitos.includes(s));
  const pronto = faltam.find((s) => Object.keys(composicao[s]?.depends_on ?? {}).every((d) => feitos.includes(d)));
  if (pronto === undefined) return [];
  return [pronto, ...emOrdem(composicao, [...feitos, pronto])];
}
