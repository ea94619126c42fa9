import { lerLinkSeguinte } from '../api/link.ts';
import { type ApiDaLoja, montarCliente, type Pagina } from '../api/montar-cliente.ts';
import { ehObjeto } from '../corpo.ts';
import type { AcessoDaApi } from '../dialeto.ts';
import { lerId } from '../ids.ts';
import type { Palavras } from '../palavras.ts';
import { escreverJanela, janelaSeguinte, lerJanela, metade, paginaSeguinte } from './janela.ts';
import { lerPedido } from './pedido.ts';

/** The platform's greatest page, and how far its pages go. */
const POR_PAGINA = 200;
const MAX_LISTADOS = 10_000;

/**
 * Reads the API below `https://api.nuvemshop.com.br/<version>/<store>`. The header that carries the token is really called
 * Authentication, and a request without a User-Agent is refused. An empty list is answered 404, and so is the page after
 * the last one.
 */
export function criarApi(acesso: AcessoDaApi, palavras: Palavras, userAgent: string) {
  return montarCliente(acesso, {
    credencial: (token) => ({ authentication: `bearer ${token}`, 'user-agent': userAgent }),
    pedido: (id) => ({ caminho: `/orders/${id}`, parametros: {} }),
    campoDoPedido: null,
    lista: (desde, token) => {
      const { de, ate, pagina } = lerJanela(token, desde);
      return {
        caminho: '/orders',
        parametros: {
          status: 'any',
          updated_at_min: de.toISOString(),
          ...(ate && { updated_at_max: ate.toISOString() }),
          per_page: String(POR_PAGINA),
          page: String(pagina),
        },
      };
    },
    campoDaLista: null,
    vazia: ({ motivo }, token) =>
      /Last page is \d+/i.test(motivo) ? { proxima: depois(janelaSeguinte(lerJanela(token, new Date(0)))) } : null,
    ler: (entrada) => lerDaApi(entrada, palavras),
    proxima,
  });
}

function proxima({ desde, pagina, resposta, itens }: Pagina): string | null | { motivo: string } {
  const janela = lerJanela(pagina, desde);
  const total = Number(resposta.cabecalhos['x-total-count'] ?? 0);
  if (total > MAX_LISTADOS) {
    const menor = metade(janela, resposta.agoraDaLoja ?? new Date());
    return menor ? escreverJanela(menor) : { motivo: `more than ${MAX_LISTADOS} orders changed within one second` };
  }
  const haMais = lerLinkSeguinte(resposta.cabecalhos.link) !== null || itens >= POR_PAGINA;
  return haMais ? escreverJanela(paginaSeguinte(janela)) : depois(janelaSeguinte(janela));
}

const depois = (janela: ReturnType<typeof janelaSeguinte>): string | null => janela && escreverJanela(janela);

function lerDaApi(entrada: unknown, palavras: Palavras): ReturnType<ApiDaLoja['ler']> {
  const id = lerId(ehObjeto(entrada) ? entrada.id : undefined, 'id');
  if ('quarentena' in id) return { motivo: id.quarentena };
  const leitura = lerPedido(entrada, palavras);
  return 'motivo' in leitura ? leitura : { recurso_id: id.id, leitura };
}
