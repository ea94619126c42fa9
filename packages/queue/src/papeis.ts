import type { Fila } from './fila.ts';
import type { NomeDeFila } from './jobs.ts';

/**
 * What can be paused: a role, by the queue that its workers wait on. sweep, reconcile and prune share the agenda, so they stop and go
 * on together. What is paused loses nothing: the tables hold the work.
 */
export const PAUSAVEIS = {
  apply: 'aplicar',
  publish: 'publicar',
  read: 'consultar',
  agenda: 'agenda',
} as const satisfies Record<string, NomeDeFila>;

export type Pausavel = keyof typeof PAUSAVEIS;

export const ehPausavel = (nome: string): nome is Pausavel => Object.hasOwn(PAUSAVEIS, nome);

/** Which roles of the fleet are paused. */
export async function papeisPausados(fila: Pick<Fila, 'fila'>): Promise<Record<Pausavel, boolean>> {
  const nomes = Object.keys(PAUSAVEIS).filter(ehPausavel);
  const pausados = await Promise.all(nomes.map(async (p) => [p, await fila.fila(PAUSAVEIS[p]).isPaused()] as const));
  return Object.fromEntries(pausados) as Record<Pausavel, boolean>;
}

/** In the whole fleet, at once: what runs is finished, nothing more is begun. */
export const pausarPapel = (fila: Pick<Fila, 'fila'>, papel: Pausavel): Promise<void> =>
  fila.fila(PAUSAVEIS[papel]).pause();

export const retomarPapel = (fila: Pick<Fila, 'fila'>, papel: Pausavel): Promise<void> =>
  fila.fila(PAUSAVEIS[papel]).resume();
