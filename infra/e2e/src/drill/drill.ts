import { setTimeout as esperar } from 'node:timers/promises';
import { waitUntil } from '@entrada/testing';
import { type Balanco, fazerBalanco } from './balanco.ts';
import { contarPendencias } from './banco.ts';
import type { Falha } from './falhas/falha.ts';
import { FALHAS } from './falhas/index.ts';
import type { Frota } from './frota.ts';
import { type EmAndamento, golpear } from './golpe.ts';
import { reconciliarTodas } from './reconciliar.ts';
import { criarSorteio, type Sorteio } from './sorteio.ts';

export interface OpcoesDoDrill {
  semente: string;
  /** The short form: fewer faults, each once, one after the other, without waiting for each recovery. */
  curto: boolean;
  /** How long the faults go on, in the long form. */
  minutos: number;
  /** Orders that begin in a second; each tells about three events. */
  pedidosPorSegundo: number;
  dizer(texto: string): void;
}

const AQUECIMENTO_MS = 4_000;
const ENTRE_FALHAS_MS = 1_000;
const PRAZO_DA_RECUPERACAO_MS = 300_000;
const PRAZO_DO_FIM_MS = { curto: 150_000, longo: 360_000 };

/** Load, faults one after the other, then mixed; quiet; reconciliation; and everything compared with the stores. */
export async function drill(frota: Frota, opcoes: OpcoesDoDrill): Promise<Balanco> {
  const { semente, curto, dizer } = opcoes;
  const inicio = performance.now();
  const vida = frota.simulador.viver(semente, opcoes.pedidosPorSegundo);
  await esperar(AQUECIMENTO_MS);

  const feitos: EmAndamento[] = [];
  const golpeDe = async (falhas: readonly Falha[], duracaoMs: number, seguem = false): Promise<EmAndamento> => {
    dizer(falhas.map((f) => f.nome).join(' + '));
    // Of a fault that others follow only that it recovers at all is asked: until the end of everything.
    const prazoMs = PRAZO_DA_RECUPERACAO_MS + (seguem ? opcoes.minutos * 60_000 + PRAZO_DO_FIM_MS.longo : 0);
    const feito = await golpear(frota, falhas, { duracaoMs, desde: inicio, prazoMs });
    feitos.push(feito);
    await esperar(ENTRE_FALHAS_MS);
    return feito;
  };
  if (curto) await cadaUmaCurta(golpeDe);
  else {
    await cadaUmaSozinha(golpeDe);
    await misturadas(golpeDe, criarSorteio(semente), inicio + opcoes.minutos * 60_000);
  }
  dizer('no further faults; waiting until nothing is pending');
  await vida.parar();
  const prazoMs = curto ? PRAZO_DO_FIM_MS.curto : PRAZO_DO_FIM_MS.longo;
  const pendente = await assentar(frota, prazoMs, dizer);
  if (pendente === null) await Promise.all(feitos.map((f) => f.recuperacao));
  return fazerBalanco(frota, {
    semente,
    segundos: Math.round((performance.now() - inicio) / 1000),
    golpes: feitos.map((f) => f.golpe),
    pendente,
  });
}

type Golpear = (falhas: readonly Falha[], duracaoMs: number, seguem?: boolean) => Promise<EmAndamento>;

async function cadaUmaCurta(golpear: Golpear): Promise<void> {
  for (const falha of FALHAS) if (falha.duraMs.curto !== null) await golpear([falha], falha.duraMs.curto);
}

/** Each on a system that has got over the one before. */
async function cadaUmaSozinha(golpear: Golpear): Promise<void> {
  for (const falha of FALHAS) await (await golpear([falha], falha.duraMs.longo)).recuperacao;
}

/** One or two at a time, without a pause for recovery, until the time is over. */
async function misturadas(golpear: Golpear, sorteio: Sorteio, ate: number): Promise<void> {
  while (performance.now() < ate) {
    const uma = sorteio.um(FALHAS);
    const livres = FALHAS.filter((f) => !f.usa.some((alvo) => uma.usa.includes(alvo)));
    const duas = livres.length > 0 && sorteio.numero() < 0.4 ? [uma, sorteio.um(livres)] : [uma];
    const maior = Math.max(...duas.map((f) => f.duraMs.longo));
    await golpear(duas, Math.round(maior * (0.5 + sorteio.numero() * 0.5)), true);
    await esperar(sorteio.inteiro(0, 5_000));
  }
}

/**
 * Until the stores have delivered what they will, what they were not told was read from them, and all is done.
 * @returns what does not come to its end; null where all did
 */
export async function assentar(frota: Frota, prazoMs: number, dizer: (texto: string) => void): Promise<string | null> {
  const quieto = { prazoMs, intervaloMs: 500 };
  const passos: readonly [string, () => Promise<unknown>][] = [
    [
      'the stores deliver what they will',
      () => waitUntil(async () => (await frota.simulador.andamento()).quieto, quieto),
    ],
    ['nothing is pending', () => waitUntil(async () => (await contarPendencias(frota.sql)) === 0, quieto)],
    ['the stores are asked what was missed', () => reconciliarTodas(frota, prazoMs)],
    ['nothing is pending again', () => waitUntil(async () => (await contarPendencias(frota.sql)) === 0, quieto)],
  ];
  for (const [nome, passo] of passos) {
    dizer(nome);
    const feito = await passo().then(
      () => true,
      (e: unknown) => String(e),
    );
    if (feito !== true) return `${nome}: ${feito} (${await contarPendencias(frota.sql)} left)`;
  }
  return null;
}
