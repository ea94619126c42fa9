import {
  type Config,
  createLogger,
  exigirOrigens,
  type Logger,
  onShutdown,
  portError,
  StartError,
} from '@entrada/runtime';
import postgres from 'postgres';
import { DIALETOS } from '../lojas/dialetos.ts';
import { criarApp } from './app.ts';
import type { lerArgumentosDeServir } from './argumentos.ts';
import { type LojaConfigurada, Simulador } from './simulador.ts';

const UMA_HORA_MS = 60 * 60_000;

/** The process that plays every store and the ERP until it is told to end. */
export async function servir(config: Config, opcoes: ReturnType<typeof lerArgumentosDeServir>): Promise<void> {
  exigirOrigens(config);
  const logger = createLogger({ nome: 'simulator', level: config.logLevel });
  exigirJogavel(config);
  const { semente, duplicatas, nunca, lentas, quedas, embaralharMs } = opcoes;
  const simulador = new Simulador({
    lojas: config.origens.flatMap((o) => configurar(o, logger)),
    erpSegredo: config.erpSegredo ?? 'no secret is configured',
    semente,
    azares: { duplicatas, nunca, lentas, quedas, embaralharMs },
    esperasMs: opcoes.esperasMs ?? null,
    paralelo: opcoes.paralelo,
    api: { ligada: !opcoes.semApi, pagina: opcoes.pagina, falhas: opcoes.falhasDaApi },
    desenvolvimento: opcoes.desenvolvimento,
  });
  await registrarTodas(simulador, opcoes.receiverUrl ?? `http://127.0.0.1:${config.receiverPort}`);

  const sql = config.databaseUrl === null ? null : postgres(config.databaseUrl, { max: 2, onnotice: () => undefined });
  const app = criarApp(simulador, { semente, sql });
  onShutdown({
    logger,
    prazoMs: 10_000,
    passos: [
      { nome: 'stop living', fazer: () => simulador.parar() },
      { nome: 'stop answering', fazer: () => app.close() },
      { nome: 'leave the database', fazer: () => sql?.end({ timeout: 5 }) },
    ],
  });
  const { simulatorPort: port } = config;
  await app.listen({ port, host: '0.0.0.0' }).catch((e: unknown) => {
    throw portError(e, port, 'SIMULATOR_PORT');
  });
  logger.info({ porta: port, lojas: [...simulador.lojas.keys()] }, 'listening');
  if (!opcoes.parado) void viverSempre(simulador, semente, opcoes.porMinuto);
}

/** One life an hour, each with a seed of its own, or the ids would repeat. */
async function viverSempre(simulador: Simulador, semente: string, porMinuto: number): Promise<void> {
  for (let hora = 0; ; hora++) {
    const vida = { semente: `${semente}/${hora}`, pedidos: porMinuto * 60, duracaoMs: UMA_HORA_MS };
    await simulador.viver({ ...vida, reabre: simulador.api.ligada });
    if (simulador.parado) return;
  }
}

function exigirJogavel({ origens }: Config): void {
  if (origens.some((o) => DIALETOS.has(o.dialeto))) return;
  const conhecidos = [...DIALETOS.keys()].join(', ');
  throw new StartError(
    `No store of ${origens.map((o) => o.dialeto).join(', ')} can be played; there are: ${conhecidos}`,
  );
}

function configurar({ nome, dialeto, segredos, apiToken, opcoes }: Config['origens'][number], logger: Logger) {
  const falado = DIALETOS.get(dialeto);
  const [segredo] = segredos;
  if (falado && segredo !== undefined)
    return [{ nome, dialeto: falado, segredo, token: apiToken, opcoes } satisfies LojaConfigurada];
  logger.warn({ origem: nome, dialeto }, 'no store of this dialect can be played');
  return [];
}

async function registrarTodas(simulador: Simulador, receiverUrl: string): Promise<void> {
  for (const nome of simulador.lojas.keys()) {
    const url = new URL(`${receiverUrl.replace(/\/$/, '')}/webhooks/${nome}`);
    const motivo = await simulador.registrar(nome, url);
    if (motivo !== null)
      throw new StartError(
        `The stores do not register ${url.href}: ${motivo}. Deliveries come over the internet, so a receiver on this machine needs a tunnel; pass its address as --receiver-url, or --desenvolvimento to do without.`,
      );
  }
}
