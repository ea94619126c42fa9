import type { Politica } from '@entrada/lojas';
import type { Resposta } from './postar.ts';

/**
 * What follows an attempt. A 4xx ends the delivery whatever it says, 408 and 429 included, unless the store takes it for a
 * failure like any other; a refused redirect ends it everywhere.
 */
export function julgar(
  resposta: Resposta,
  { sucesso = (status) => status >= 200 && status < 300, insisteEm4xx }: Pick<Politica, 'sucesso' | 'insisteEm4xx'>,
): 'entregue' | 'tentar_de_novo' | 'desistir' {
  if ('recusado' in resposta) return 'desistir';
  if ('semResposta' in resposta) return 'tentar_de_novo';
  if (sucesso(resposta.status)) return 'entregue';
  return resposta.status >= 500 || insisteEm4xx ? 'tentar_de_novo' : 'desistir';
}

/** @param feitas attempts made so far; null where no further one is allowed */
export function esperaAntesDaProxima({ tentativas, esperasMs }: Politica, feitas: number): number | null {
  if (feitas >= tentativas) return null;
  return esperasMs[feitas - 1] ?? esperasMs.at(-1) ?? 0;
}
