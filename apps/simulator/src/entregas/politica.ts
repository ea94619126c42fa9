import type { Resposta } from './postar.ts';

/** How a kind of store delivers. */
export interface Politica {
  /** Automatic attempts in all, the first one included. */
  tentativas: number;
  /** Before the second attempt, the third, and so on; the last one counts for all that follow. */
  esperasMs: readonly number[];
  /** For the whole POST: connecting, sending, redirects, the answer. */
  prazoMs: number;
}

export const POLITICAS = {
  loja: { tentativas: 5, esperasMs: [30_000], prazoMs: 10_000 },
  venddor: { tentativas: 3, esperasMs: [30_000, 60_000], prazoMs: 30_000 },
} as const satisfies Record<string, Politica>;

/** What follows an attempt. A 4xx ends the delivery whatever it says, 408 and 429 included; so does a refused redirect. */
export function julgar(resposta: Resposta): 'entregue' | 'tentar_de_novo' | 'desistir' {
  if ('recusado' in resposta) return 'desistir';
  if ('semResposta' in resposta) return 'tentar_de_novo';
  if (resposta.status >= 200 && resposta.status < 300) return 'entregue';
  return resposta.status >= 500 ? 'tentar_de_novo' : 'desistir';
}

/** @param feitas attempts made so far; null where no further one is allowed */
export function esperaAntesDaProxima({ tentativas, esperasMs }: Politica, feitas: number): number | null {
  if (feitas >= tentativas) return null;
  return esperasMs[feitas - 1] ?? esperasMs.at(-1) ?? 0;
}
