import { contarPendentes, type Sql } from '@entrada/db';
import type { Origem } from '@entrada/providers';
import { type Logger, StartError } from '@entrada/runtime';

/** A store that tries fewer times than this would lose events while we drain. */
const TENTATIVAS_MINIMAS = 10;
const INTERVALO_MS = 5_000;

/**
 * Watches the age of the oldest pending event, for a receiver that is to refuse deliveries while the workers drain.
 * @throws StartError where a configured store does not try often enough for that
 */
export function vigiarAtraso(deps: { sql: Sql; logger: Logger; origens: Iterable<Origem>; limiteS: number }): {
  atrasado(): boolean;
  parar(): void;
} {
  const { sql, logger, limiteS } = deps;
  for (const { nome, dialeto } of deps.origens)
    if (dialeto.politica.tentativas < TENTATIVAS_MINIMAS)
      throw new StartError(
        `MAX_ATRASO_S cannot be set beside ${nome}: its store (${dialeto.nome}) delivers at most ${dialeto.politica.tentativas} times, and would lose events while we refuse them`,
      );
  let atrasado = false;
  const olhar = async (): Promise<void> => {
    try {
      const { mais_antigo_ms } = await contarPendentes(sql);
      const agora = mais_antigo_ms > limiteS * 1_000;
      if (agora !== atrasado) logger.warn({ mais_antigo_ms, recusando: agora }, 'age of the oldest pending event');
      atrasado = agora;
    } catch {
      atrasado = false; // the inbox itself says whether it can take an event
    }
  };
  const relogio = setInterval(() => void olhar(), INTERVALO_MS);
  void olhar();
  return { atrasado: () => atrasado, parar: () => clearInterval(relogio) };
}
