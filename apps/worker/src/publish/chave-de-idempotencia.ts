import type { Chave } from '@entrada/db';
import type { Efeito } from '@entrada/domain';

export interface IdentidadeDoEfeito extends Chave {
  efeito: Efeito;
  ocorrencia: number;
}

/**
 * `<origem>:<pedido>:<efeito>:<ocorrencia>`, the same at every attempt. Whatever is not visible ASCII is percent-encoded, a
 * header carries nothing else for sure; so is `%`, so that two orders never share a key.
 */
export function chaveDeIdempotencia({ origem, recurso_id, efeito, ocorrencia }: IdentidadeDoEfeito): string {
  return `${origem}:${recurso_id}:${efeito}:${ocorrencia}`.replace(/[^\x21-\x7e]|%/gu, encodeURIComponent);
}
