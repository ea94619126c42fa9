import { lerLinkSeguinte } from '../api/link.ts';
import { type ApiDaLoja, montarCliente } from '../api/montar-cliente.ts';
import { ehObjeto } from '../corpo.ts';
import type { AcessoDaApi } from '../dialeto.ts';
import { lerId } from '../ids.ts';
import type { Palavras } from '../palavras.ts';
import { lerPedido } from './pedido.ts';

/** The platform's greatest page. */
const POR_PAGINA = '250';

/**
 * Reads the Admin REST API, version included in the address: `https://<shop>.myshopify.com/admin/api/<version>`. Without
 * `status=any` its lists hide what is cancelled or closed.
 */
export function criarApi(acesso: AcessoDaApi, palavras: Palavras, comTestes: boolean) {
  return montarCliente(acesso, {
    credencial: (token) => ({ 'x-shopify-access-token': token }),
    pedido: (id) => ({ caminho: `/orders/${id}.json`, parametros: {} }),
    campoDoPedido: 'order',
    lista: (desde, pagina) => ({
      caminho: '/orders.json',
      // With a page's token the platform refuses every filter: the token has them.
      parametros:
        pagina === null
          ? { status: 'any', updated_at_min: desde.toISOString(), order: 'updated_at asc', limit: POR_PAGINA }
          : { page_info: pagina, limit: POR_PAGINA },
    }),
    campoDaLista: 'orders',
    ler: (entrada) => lerDaApi(entrada, palavras, comTestes),
    proxima: ({ resposta }) => {
      const link = lerLinkSeguinte(resposta.cabecalhos.link);
      if (link === null) return null;
      return link.get('page_info') || { motivo: 'the link to the next page has no page_info' };
    },
  });
}

function lerDaApi(entrada: unknown, palavras: Palavras, comTestes: boolean): ReturnType<ApiDaLoja['ler']> {
  if (!ehObjeto(entrada)) return { motivo: 'the order must be an object' };
  if (entrada.test === true && !comTestes) return { ignorado: true };
  const id = lerId(entrada.id, 'id');
  if ('quarentena' in id) return { motivo: id.quarentena };
  const leitura = lerPedido(entrada, palavras);
  return 'invalido' in leitura ? { motivo: leitura.invalido } : { recurso_id: id.id, leitura };
}
