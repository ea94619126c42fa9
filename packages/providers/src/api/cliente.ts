import { ehObjeto } from '../corpo.ts';
import type { AcessoDaApi } from '../dialeto.ts';
import { cabeNoBanco } from '../ids.ts';
import type { Limites } from './buscar.ts';
import type { ClienteDaApi } from './contrato.ts';
import { type FormaDaApi, lerPedidoDaApi } from './ler-pedido-da-api.ts';
import { montarCliente, type Pagina } from './montar-cliente.ts';

/**
 * Reads an API of the house shape:
 * - `GET {API_URL}/orders/:id` answers one order;
 * - `GET {API_URL}/orders?updated_since=<ISO>&cursor=<opaque>` answers `{ orders: [...], next_cursor? }`.
 */
export function criarClienteDaApi(
  acesso: AcessoDaApi,
  forma: FormaDaApi,
  limites: Partial<Limites> = {},
): ClienteDaApi {
  return montarCliente(
    acesso,
    {
      pedido: (id) => ({ caminho: `/orders/${id}`, parametros: {} }),
      campoDoPedido: null,
      lista: (desde, pagina) => ({
        caminho: '/orders',
        parametros: { updated_since: desde.toISOString(), ...(pagina === null ? {} : { cursor: pagina }) },
      }),
      campoDaLista: 'orders',
      ler: (entrada) => lerPedidoDaApi(entrada, forma),
      proxima: lerCursor,
    },
    limites,
  );
}

function lerCursor({ resposta: { valor } }: Pagina): string | null | { motivo: string } {
  const cursor = ehObjeto(valor) ? valor.next_cursor : undefined;
  if (cursor === undefined || cursor === null || cursor === '') return null;
  if (typeof cursor === 'number' && Number.isSafeInteger(cursor)) return String(cursor);
  if (typeof cursor === 'string' && cabeNoBanco(cursor)) return cursor;
  return { motivo: 'next_cursor must be a string or null' };
}
