import {
  apagarAvulsos,
  apagarSessoesVencidas,
  candidatosAPoda,
  type LugarDaPoda,
  listarOrigens,
  podarContadores,
  podarPedidos,
  podarQuarentena,
  podarReconciliacoes,
  type Sql,
  soltarLease,
  tomarLease,
} from '@entrada/db';
import type { Regras } from '@entrada/domain';
import { regrasDasOrigens } from '@entrada/providers';
import type { Logger, OrigemConfig } from '@entrada/runtime';

export interface DepsDaPoda {
  sql: Sql;
  logger: Logger;
  /** Names this process in the lease. */
  dono: string;
  configuradas: readonly OrigemConfig[];
  retencaoDias: number;
  /** false: the process is to end, and the turn stops at its next page. */
  continuar(): boolean;
}

export interface Podados {
  pedidos: number;
  eventos: number;
  divergentes: number;
  quarentena: number;
  reconciliacoes: number;
}

const LEASE = 'poda';
const LEASE_MS = 60_000;
const PAGINA = 500;
const LOTE = 50;
/** A turn gives its place back after this long; the next one begins with the oldest again. */
const TURNO_MS = 60_000;

/**
 * Role prune: one turn over what is older than the retention, the oldest first, in small transactions. The history of a
 * quiet order becomes one base event; what waits for anything stays.
 */
export async function podar(deps: DepsDaPoda, turnoMs = TURNO_MS): Promise<Podados> {
  const { sql, dono, logger, retencaoDias: dias } = deps;
  const fim = performance.now() + turnoMs;
  const regras = regrasDasOrigens(await listarOrigens(sql), deps.configuradas);
  const podados: Podados = { pedidos: 0, eventos: 0, divergentes: 0, quarentena: 0, reconciliacoes: 0 };
  const minhaVez = async () =>
    performance.now() < fim && deps.continuar() && (await tomarLease(sql, LEASE, dono, LEASE_MS));

  let aPartirDe: LugarDaPoda | null = null;
  while (await minhaVez()) {
    aPartirDe = await podarPagina(deps, regras, aPartirDe, podados);
    if (aPartirDe === null) break;
  }
  podados.quarentena = await emLotes(minhaVez, () => podarQuarentena(sql, dias));
  podados.reconciliacoes = await emLotes(minhaVez, () => podarReconciliacoes(sql, dias));
  await emLotes(minhaVez, () => podarContadores(sql)); // by the minute, whatever the retention
  if (await minhaVez()) await apagarSessoesVencidas(sql);
  await soltarLease(sql, LEASE, dono);
  if (Object.values(podados).some((n) => n > 0)) logger.info({ ...podados, dias }, 'pruned');
  if (podados.divergentes > 0)
    logger.warn(
      { pedidos: podados.divergentes },
      'orders that are not what their facts say were not pruned: run `entrada verify`',
    );
  return podados;
}

async function podarPagina(
  { sql, retencaoDias: dias }: DepsDaPoda,
  regras: ReadonlyMap<string, Regras>,
  aPartirDe: LugarDaPoda | null,
  podados: Podados,
): Promise<LugarDaPoda | null> {
  const { pedidos, avulsos, seguinte } = await candidatosAPoda(sql, { dias, aPartirDe, limite: PAGINA });
  podados.eventos += await apagarAvulsos(sql, avulsos);
  for (let i = 0; i < pedidos.length; i += LOTE) {
    const feita = await podarPedidos(sql, pedidos.slice(i, i + LOTE), { dias, regras });
    podados.pedidos += feita.pedidos;
    podados.eventos += feita.eventos;
    podados.divergentes += feita.divergentes;
  }
  return seguinte;
}

async function emLotes(minhaVez: () => Promise<boolean>, apagar: () => Promise<number>): Promise<number> {
  let total = 0;
  while (await minhaVez()) {
    const apagados = await apagar();
    if (apagados === 0) break;
    total += apagados;
  }
  return total;
}
