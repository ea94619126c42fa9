import { setTimeout as esperar } from 'node:timers/promises';
import type { Criterio } from '@entrada/domain';
import type { Chave } from '../chave.ts';
import type { Sql } from '../conectar.ts';
import { criterioDaOrigem } from '../origens.ts';
import type { Calculo } from './calcular.ts';
import { type Filtro, pedidosDoFiltro } from './filtro.ts';
import type { Leitor } from './leitor.ts';
import { muda, type Releitura } from './releitura.ts';
import { calcularPedido, prever, relerPedido } from './reler.ts';

export interface OpcoesDoReplay {
  filtro: Filtro;
  leitores: ReadonlyMap<string, Leitor>;
  /** Who has it done; null: only look (dry run). */
  quem: string | null;
  /** Orders at most; null: all. */
  limite: number | null;
  /** Told once, each time that live events have to go first. */
  aoEsperar?(pendentes: number): void;
}

export interface Replay {
  /** Orders that had such an event. */
  pedidos: number;
  mudados: number;
  recusados: number;
  efeitos: number;
  /** Orders of stores that cannot be read here. */
  sem_leitor: number;
}

const PAGINA = 50;

/**
 * Reads events anew, order by order, and tells what it does to each; a dry run tells the same and does nothing. It runs in
 * the caller's process, without the queue: there its orders would share jobs with live ones (one job per order), and no
 * priority could keep them behind. Instead it waits before each page until the live events have been applied.
 */
export async function replay(sql: Sql, opcoes: OpcoesDoReplay, aoReler: (r: Releitura) => void): Promise<Replay> {
  const { filtro, leitores, quem, limite } = opcoes;
  const total: Replay = { pedidos: 0, mudados: 0, recusados: 0, efeitos: 0, sem_leitor: 0 };
  const criterios = new Map<string, Criterio>();
  let aPartirDe: Chave | null = null;
  for (;;) {
    const restam = limite === null ? PAGINA : Math.min(PAGINA, limite - total.pedidos);
    const chaves: Chave[] = restam > 0 ? await pedidosDoFiltro(sql, filtro, { aPartirDe, limite: restam }) : [];
    if (chaves.length === 0) return total;
    // One order is no load, and somebody waits for the answer.
    if (quem !== null && limite !== 1) await cederAosVivos(sql, opcoes.aoEsperar);
    for (const chave of chaves) {
      total.pedidos += 1;
      const leitor = leitores.get(chave.origem);
      if (!leitor) {
        total.sem_leitor += 1;
        continue;
      }
      const criterio = leitor.versao ?? criterios.get(chave.origem) ?? (await criterioDaOrigem(sql, chave.origem));
      const o = { filtro, leitor, criterio };
      const calculo: Calculo =
        quem === null
          ? await prever(sql, (tx) => calcularPedido(tx, chave, o))
          : await relerPedido(sql, chave, { ...o, quem });
      if (calculo.criterio !== null) criterios.set(chave.origem, calculo.criterio);
      contar(total, calculo.releitura);
      aoReler(calculo.releitura);
    }
    aPartirDe = chaves.at(-1) ?? null;
  }
}

function contar(total: Replay, r: Releitura): void {
  if (r.recusa !== null) total.recusados += 1;
  else if (muda(r)) total.mudados += 1;
  total.efeitos += r.efeitos.length;
}

const MUITOS = 200;
const OLHAR_MS = 500;
/** A system that never catches up, or has no worker, slows a replay down and does not stop it. */
const PACIENCIA_MS = 30_000;

/** Waits until few live events are due. Those that wait out a failure do not count. */
async function cederAosVivos(sql: Sql, aoEsperar: OpcoesDoReplay['aoEsperar']): Promise<void> {
  for (let esperadoMs = 0; esperadoMs < PACIENCIA_MS; esperadoMs += OLHAR_MS) {
    const [linha] = await sql<[{ n: number }]>`
      select count(*) as n from (
        select from webhook_eventos where aplicado_em is null and proxima_tentativa_em is null limit ${10 * MUITOS}) as vivos`;
    if (linha.n < MUITOS) return;
    if (esperadoMs === 0) aoEsperar?.(linha.n);
    await esperar(OLHAR_MS);
  }
}
