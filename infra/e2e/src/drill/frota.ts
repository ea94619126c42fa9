import { mkdirSync, writeFileSync } from 'node:fs';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { conectar, migrate, type Sql } from '@entrada/db';
import { createFila, type Fila } from '@entrada/queue';
import { createLogger, scryptSenha } from '@entrada/runtime';
import { freePort, NODE_TS, type RedisDeTeste, redisDeTeste } from '@entrada/testing';
import { ambienteComum } from './ambiente.ts';
import { criarPapeis, papelDe } from './banco.ts';
import { abrirPassagem, type Passagem } from './passagem.ts';
import { type ServidorPg, subirServidorPg } from './servidor-pg.ts';
import { type Simulador, simuladorEm } from './simulador.ts';
import { type Vigiado, vigiar } from './vigiado.ts';

export const RAIZ = fileURLToPath(new URL('../../../../', import.meta.url));

/** Everything that the drill runs on and breaks. */
export interface Frota {
  pg: ServidorPg;
  redis: RedisDeTeste;
  receivers: Vigiado[];
  workers: Vigiado[];
  console: Vigiado;
  /** From the stores to the receivers, and from the workers to the ERP. */
  entrada: Passagem;
  erp: Passagem;
  simulador: Simulador;
  /** The drill's own, as superuser. */
  sql: Sql;
  fila: Fila;
  env: Readonly<Record<string, string>>;
  /** @param pasta where to leave what all programs wrote; null: nowhere */
  fechar(pasta: string | null): Promise<void>;
}

const RECEIVERS = 2;
const WORKERS = 3;
const LOJAS =
  'servir --parado --desenvolvimento --esperas-ms 1000,2000,4000,8000 --duplicatas 0.1 --embaralhar-ms 1500';
const SENHA_DO_CONSOLE = 'so-no-drill';

export async function subirFrota(semente: string): Promise<Frota> {
  const desfazer: (() => unknown)[] = [];
  const vigiados: Vigiado[] = [];
  const fechar = async (destino: string | null): Promise<void> => {
    if (destino !== null) guardarSaidas(destino, vigiados);
    await Promise.all(vigiados.map((v) => v.parar()));
    for (const passo of desfazer.reverse()) await Promise.resolve(passo()).catch(() => undefined);
  };
  try {
    const pasta = await mkdtemp(join(tmpdir(), 'entrada-drill-'));
    await chmod(pasta, 0o711); // root's server runs as somebody else, who must get through
    desfazer.push(() => rm(pasta, { recursive: true, force: true }));
    const pg = await subirServidorPg(join(pasta, 'pg'));
    desfazer.push(() => pg.parar());
    const redis = await redisDeTeste();
    desfazer.push(() => redis.fechar());
    const sql = conectar(pg.url, { max: 4, applicationName: 'drill' });
    desfazer.push(() => sql.end({ timeout: 2 }));
    await migrate(sql);

    const numerados = (nome: string, n: number) => Array.from({ length: n }, (_, i) => `${nome}${i + 1}`);
    await criarPapeis(sql, [...numerados('receiver', RECEIVERS), ...numerados('worker', WORKERS), 'console']);
    const portas = await Promise.all(Array.from({ length: RECEIVERS }, freePort));
    const portaDoSimulador = await freePort();
    const entrada = await abrirPassagem(portas);
    const erp = await abrirPassagem([portaDoSimulador]);
    desfazer.push(() => Promise.all([entrada.fechar(), erp.fechar()]));
    const comum = ambienteComum({ redisUrl: redis.url, simulador: portaDoSimulador, erp: erp.porta });

    const subir = async (app: string, nome: string, env: Record<string, string>, pronto: RegExp, argv = '') => {
      const args = [...NODE_TS, `apps/${app}/src/main.ts`, ...argv.split(' ').filter(Boolean)];
      const DATABASE_URL = env.DATABASE_URL ?? comoPapel(pg.url, papelDe(nome));
      const programa = { command: process.execPath, args, env: { ...comum, ...env, DATABASE_URL }, cwd: RAIZ, pronto };
      const vigiado = await vigiar(nome, programa);
      vigiados.push(vigiado);
      return vigiado;
    };
    const lojas = `${LOJAS} --semente ${semente} --receiver-url http://127.0.0.1:${entrada.porta}`;
    await subir('simulator', 'simulator', { DATABASE_URL: pg.url }, /"msg":"listening"/, lojas);
    const receivers = await Promise.all(
      numerados('receiver', RECEIVERS).map((nome, i) =>
        subir('receiver', nome, { RECEIVER_PORT: String(portas[i]) }, /"msg":"listening"/),
      ),
    );
    const workers = await Promise.all(
      numerados('worker', WORKERS).map(async (nome) =>
        subir('worker', nome, { WORKER_PORT: String(await freePort()) }, /"msg":"working"/),
      ),
    );
    const doConsole = {
      CONSOLE_PORT: String(await freePort()),
      CONSOLE_USUARIOS: `drill:operador:${await scryptSenha(SENHA_DO_CONSOLE)}`,
      CONSOLE_CHAVE: 'uma chave de trinta e dois bytes ou mais',
    };
    const console = await subir('console', 'console', doConsole, /"msg":"listening"/);
    const logger = createLogger({ nome: 'drill', level: 'silent' });
    const fila = await createFila({ redisUrl: redis.url, databaseUrl: pg.url, papel: 'produtor', logger });
    desfazer.push(() => fila.fechar());
    const simulador = simuladorEm(portaDoSimulador);
    const env = { ...comum, DATABASE_URL: pg.url };
    return { pg, redis, receivers, workers, console, entrada, erp, simulador, sql, fila, env, fechar };
  } catch (e) {
    await fechar(null);
    throw e;
  }
}

function comoPapel(url: string, papel: string): string {
  const endereco = new URL(url);
  endereco.username = papel;
  endereco.password = 'drill';
  return endereco.href;
}

function guardarSaidas(pasta: string, vigiados: readonly Vigiado[]): void {
  mkdirSync(pasta, { recursive: true });
  for (const { nome, saida } of vigiados) writeFileSync(join(pasta, `${nome}.log`), saida());
}
