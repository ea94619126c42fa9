import { setTimeout as esperar } from 'node:timers/promises';
import type { Gravado } from './caixa.ts';

export interface PedidoAEnfileirar {
  origem: string;
  recurso_id: string;
  evento_id: string;
}

/**
 * What an add costs this process must not come between an answer and the next delivery of the same connection: so it comes
 * once for all of a few milliseconds. The worker's wait grows by as much, and no more.
 */
const JUNTAR_MS = 3;

/** More orders than this wait only where the queue is down; the sweep finds them in the inbox. */
const MAX_ESPERANDO = 10_000;

/**
 * Wakes the workers for what was stored, in bulk and behind the answers. Losing a wake-up is harmless: the inbox row is
 * pending, and the sweep finds it.
 * @param enfileirar never throws
 */
export function criarEnfileirador(
  enfileirar: (pedidos: PedidoAEnfileirar[]) => Promise<unknown>,
  juntarMs = JUNTAR_MS,
) {
  let esperando = new Map<string, PedidoAEnfileirar>();
  let emCurso: Promise<void> | null = null;

  const escoar = async (): Promise<void> => {
    while (esperando.size > 0) {
      await esperar(juntarMs);
      const pedidos = [...esperando.values()];
      esperando = new Map();
      await enfileirar(pedidos);
    }
    emCurso = null; // in the same turn as the last look at `esperando`
  };

  return {
    acordar(gravados: readonly Gravado[]): void {
      for (const { evento, gravacao } of gravados) {
        if (!gravacao.pendente || evento.recurso_id === null || esperando.size >= MAX_ESPERANDO) continue;
        const { origem, recurso_id } = evento;
        const { evento_id } = gravacao;
        esperando.set(JSON.stringify([origem, recurso_id]), { origem, recurso_id, evento_id });
      }
      // Never with nothing to do: it would end before `emCurso` is set, and look busy for ever.
      if (esperando.size > 0) emCurso ??= escoar();
    },
    /** Resolves when nothing waits any more. */
    async terminar(): Promise<void> {
      await emCurso;
    },
  };
}
