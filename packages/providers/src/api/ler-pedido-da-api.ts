import type { Status } from '@entrada/domain';
import { z } from 'zod';
import { centavos, email, momento, sequencia } from '../campos.ts';
import { ehObjeto } from '../corpo.ts';
import { lerId } from '../ids.ts';
import { nomearPalavra } from '../palavra.ts';
import type { PedidoDaApi } from './contrato.ts';

/** How the orders of one kind of store differ from those of the others. */
export interface FormaDaApi {
  /** The store's words for the state of an order. */
  statusDaApi: ReadonlyMap<string, Status>;
  /** false: a `sequence` beside the order says nothing, because this store's events have none to compare it with. */
  comSequencia: boolean;
}

const PEDIDO = z.object({
  status: z.string('status must be a string'),
  sequence: sequencia('sequence'),
  updated_at: momento('updated_at'),
  total_cents: centavos('total_cents'),
  customer_email: email('customer_email'),
});

/** `{ id, status, sequence?, updated_at, total_cents?, customer_email? }`, or all that is wrong with it. */
export function lerPedidoDaApi(entrada: unknown, forma: FormaDaApi): PedidoDaApi | { motivo: string } {
  if (!ehObjeto(entrada)) return { motivo: 'the order must be an object' };
  const id = lerId(entrada.id, 'id');
  const lido = PEDIDO.safeParse(entrada);
  const status = typeof entrada.status === 'string' ? forma.statusDaApi.get(entrada.status) : undefined;
  const motivos = [
    ...('quarentena' in id ? [id.quarentena] : []),
    ...(lido.error?.issues ?? []).map((i) => i.message),
    ...(status === undefined && typeof entrada.status === 'string' ? [`status ${nomearPalavra(entrada.status)}`] : []),
  ];
  if ('quarentena' in id || !lido.success || status === undefined) return { motivo: motivos.join('; ') };
  const { sequence, updated_at, total_cents, customer_email } = lido.data;
  return {
    recurso_id: id.id,
    leitura: {
      status,
      occurredAt: updated_at,
      sequence: forma.comSequencia ? (sequence ?? null) : null,
      dados: { total_centavos: total_cents ?? null, cliente_email: customer_email || null },
    },
  };
}
