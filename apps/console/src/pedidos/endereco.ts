import type { Chave } from '@entrada/db';

export const enderecoDoPedido = ({ origem, recurso_id }: Chave): string =>
  `/pedidos/${encodeURIComponent(origem)}/${encodeURIComponent(recurso_id)}`;

/** Where the order of a job is shown; null for jobs of no order. What a job carries was written by some version of us. */
export function linkDoPedido(dados: unknown): string | null {
  if (dados === null || typeof dados !== 'object' || !('origem' in dados)) return null;
  const id = 'recurso_id' in dados ? dados.recurso_id : 'pedido_id' in dados ? dados.pedido_id : null;
  if (typeof dados.origem !== 'string' || typeof id !== 'string') return null;
  return enderecoDoPedido({ origem: dados.origem, recurso_id: id });
}
