import { setTimeout as esperar } from 'node:timers/promises';
import { agoraDoBanco } from '@entrada/db';
import { waitUntil } from '@entrada/testing';
import { contarPendencias, type EmCurso, lerEmCurso } from './banco.ts';
import type { Falha } from './falhas/falha.ts';
import type { Frota } from './frota.ts';

/** One fault, or several at once, and what it met. */
export interface Golpe {
  nome: string;
  /** When it struck, in ms since the drill began. */
  emMs: number;
  /** At the moment it struck; null where it could not be seen. */
  emCurso: EmCurso | null;
  duracaoMs: number;
  /** Deliveries during the fault that were answered 503, and that were not answered. */
  recusadas: number;
  semResposta: number;
  /** From its mending until nothing was pending that had come before that; null where that took too long. */
  recuperacaoMs: number | null;
  /** Why it could not be done as it should. */
  defeito: string | null;
}

const PACIENCIA_MS = 3_000;
const PRAZO_DA_MIRA_MS = 20_000;

export interface EmAndamento {
  golpe: Golpe;
  /** Ends with the recovery. */
  recuperacao: Promise<void>;
}

/** How a fault is had. */
export interface Vez {
  duracaoMs: number;
  /** When the drill began, by the process's clock. */
  desde: number;
  /** For its recovery: where others follow without a pause it has theirs to get over as well. */
  prazoMs: number;
}

/** Strikes, lets it last, mends it, and begins to watch the recovery. */
export async function golpear(
  frota: Frota,
  falhas: readonly Falha[],
  { duracaoMs, desde, prazoMs }: Vez,
): Promise<EmAndamento> {
  const { contagem } = frota.entrada;
  const nome = falhas.map((f) => f.nome).join(' + ');
  const golpe: Golpe = {
    nome,
    emMs: 0,
    emCurso: null,
    duracaoMs: 0,
    recusadas: 0,
    semResposta: 0,
    recuperacaoMs: null,
    defeito: null,
  };
  const antes = { recusadas: contagem.respostas[503] ?? 0, semResposta: contagem.semResposta };
  let inicio = performance.now();
  // The first one aims; those that come with it strike at once, the database may be gone by then.
  const mirar = async (): Promise<void> => {
    if (golpe.emCurso !== null) return;
    golpe.emCurso = await mirarEm(frota);
    inicio = performance.now();
  };
  const consertos: (() => Promise<void>)[] = [];
  try {
    for (const falha of falhas) consertos.push(await falha.estragar(frota, mirar));
    await esperar(duracaoMs);
  } catch (e) {
    golpe.defeito = String(e);
  }
  for (const consertar of consertos.reverse())
    await consertar().catch((e: unknown) => {
      golpe.defeito ??= String(e);
    });
  if (golpe.emCurso === null || golpe.emCurso.transacoes + golpe.emCurso.naoAplicados === 0)
    golpe.defeito ??= 'it hit nothing: no transaction in flight, and nothing that was not applied';
  golpe.emMs = Math.round(inicio - desde);
  golpe.duracaoMs = Math.round(performance.now() - inicio);
  golpe.recusadas = (contagem.respostas[503] ?? 0) - antes.recusadas;
  golpe.semResposta = contagem.semResposta - antes.semResposta;
  return { golpe, recuperacao: acompanhar(frota, golpe, prazoMs) };
}

/** Waits for a moment at which both kinds of work are in flight, and after a while makes do with one of them. */
async function mirarEm(frota: Frota): Promise<EmCurso> {
  const inicio = performance.now();
  for (;;) {
    const visto = await lerEmCurso(frota.sql);
    const ms = performance.now() - inicio;
    if (visto.transacoes > 0 && visto.naoAplicados > 0) return visto;
    if (ms > PRAZO_DA_MIRA_MS || (ms > PACIENCIA_MS && visto.transacoes + visto.naoAplicados > 0)) return visto;
  }
}

async function acompanhar({ sql }: Frota, golpe: Golpe, prazoMs: number): Promise<void> {
  const inicio = performance.now();
  try {
    const espera = { prazoMs, intervaloMs: 100, oQue: 'the recovery' };
    const ate = new Date(await waitUntil(() => agoraDoBanco(sql), espera));
    await waitUntil(async () => (await contarPendencias(sql, ate)) === 0, espera);
    golpe.recuperacaoMs = Math.round(performance.now() - inicio);
  } catch (e) {
    golpe.defeito ??= String(e);
  }
}
