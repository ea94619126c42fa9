import { z } from 'zod';

/**
 * One way to fail, for a while. `fora`: connections break unanswered; `sem_resposta`: it takes the effect and the connection
 * breaks before it says so; `lento`: it answers after `atraso_ms`.
 */
const FASE = z.object({
  modo: z.enum(['fora', '503', '429', 'lento', 'sem_resposta']),
  por_ms: z.int().positive(),
  /** Which part of the calls it hits. */
  parte: z.number().positive().max(1).default(1),
  atraso_ms: z.int().nonnegative().default(1_000),
  retry_after_s: z.int().nonnegative().default(1),
});

/** `fases` one after the other from now on; `recusar`: orders whose effects are answered 400. What is left out ends. */
export const FALHAS = z.object({
  fases: z.array(FASE).default([]),
  recusar: z.array(z.string()).default([]),
});

export type Fase = z.output<typeof FASE>;
export type Falhas = z.output<typeof FALHAS>;

/** The phase of this moment, or null. */
export function faseDeAgora(fases: readonly Fase[], desdeMs: number, agoraMs: number): Fase | null {
  let ate = desdeMs;
  for (const fase of fases) {
    ate += fase.por_ms;
    if (agoraMs < ate) return fase;
  }
  return null;
}
