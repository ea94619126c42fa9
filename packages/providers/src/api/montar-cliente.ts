import { ehObjeto } from '../corpo.ts';
import type { AcessoDaApi } from '../dialeto.ts';
import { elementosDaLista } from '../json/elementos-da-lista.ts';
import { type Aberta, criarPerguntas, lerRelogio } from './abrir.ts';
import type { Credencial, Limites, Parametros, Resposta } from './buscar.ts';
import type {
  ClienteDaApi,
  Falha,
  PedidoDaApi,
  PedidoIlegivel,
  RespostaDaLista,
  RespostaDoPedido,
} from './contrato.ts';

interface Pergunta {
  caminho: string;
  parametros: Parametros;
}

/** What was asked for a page, and what came. */
export interface Pagina {
  desde: Date;
  pagina: string | null;
  resposta: Aberta;
  /** Entries of this page, those that nobody can read included. */
  itens: number;
  /** Those that can be read. */
  pedidos: readonly PedidoDaApi[];
}

/** What is particular to the API of one kind of store. */
export interface ApiDaLoja {
  /** How the token is shown; as a bearer where nothing is said. */
  credencial?: Credencial;
  /** @param id fit for one segment of a path */
  pedido(id: string): Pergunta;
  /** The field that holds the order in the answer about one; null: the answer itself. */
  campoDoPedido: string | null;
  /** @param pagina what `proxima` said of the page before; null for the first */
  lista(desde: Date, pagina: string | null): Pergunta;
  /** The field that holds the orders; null: the answer is the list. */
  campoDaLista: string | null;
  /** Where a 404 to a list is this store's way to say that it is empty: what follows. null: it is a refusal. */
  vazia?(falha: Falha, pagina: string | null): { proxima: string | null } | null;
  /** `ignorado`: it is no order that counts, such as one that somebody made to try the store. */
  ler(entrada: unknown): PedidoDaApi | { motivo: string } | { ignorado: true };
  /** The next page's token, null at the end; `motivo` where the answer does not tell: the end would skip what follows. */
  proxima(pagina: Pagina): string | null | { motivo: string };
}

/** A client for an API that answers one order by its id and lists what changed since a moment, page by page. */
export function montarCliente(acesso: AcessoDaApi, api: ApiDaLoja, limites: Partial<Limites> = {}): ClienteDaApi {
  const perguntar = criarPerguntas(acesso, limites, api.credencial);
  return {
    async lerPedido(recurso_id, sinal) {
      const resposta = await perguntar(api.pedido(naUrl(recurso_id)), sinal);
      if (resposta.tipo === 'inexistente') return { tipo: 'inexistente' };
      return resposta.tipo === 'falha' ? resposta : pedidoLido(resposta, recurso_id, api);
    },
    async listar(pedido, sinal) {
      const resposta = await perguntar(api.lista(pedido.desde, pedido.pagina), sinal);
      if (resposta.tipo === 'inexistente') {
        const vazia = api.vazia?.(resposta.falha, pedido.pagina);
        return vazia ? listaVazia(resposta, vazia.proxima) : resposta.falha;
      }
      return resposta.tipo === 'falha' ? resposta : listaLida(resposta, pedido, api);
    },
  };
}

function pedidoLido(resposta: Aberta, recurso_id: string, api: ApiDaLoja): RespostaDoPedido {
  const { valor, recusar } = resposta;
  const entrada = campo(valor, api.campoDoPedido);
  if (!ehObjeto(valor)) return recusar('the body is JSON, but not an object', true);
  const pedido = api.ler(entrada);
  if ('ignorado' in pedido) return { tipo: 'inexistente' };
  if ('motivo' in pedido) return recusar(pedido.motivo, false);
  if (pedido.recurso_id !== recurso_id) return recusar('it is another order', false);
  return { tipo: 'lido', pedido };
}

function listaLida(
  resposta: Aberta,
  { desde, pagina }: { desde: Date; pagina: string | null },
  api: ApiDaLoja,
): RespostaDaLista | Falha {
  const { valor, texto, agoraDaLoja, recusar } = resposta;
  if (api.campoDaLista !== null && !ehObjeto(valor)) return recusar('the body is JSON, but not an object', true);
  const entradas = campo(valor, api.campoDaLista);
  if (!Array.isArray(entradas)) return recusar(`${api.campoDaLista ?? 'the body'} must be a list`, true);
  const lidos = entradas.map((entrada: unknown) => api.ler(entrada));
  const pedidos = lidos.filter((p): p is PedidoDaApi => 'leitura' in p);
  const proxima = api.proxima({ desde, pagina, resposta, itens: lidos.length, pedidos });
  if (typeof proxima === 'object' && proxima !== null) return recusar(proxima.motivo, true);
  const textos = lidos.some((p) => 'motivo' in p) ? elementosDaLista(texto, api.campoDaLista) : [];
  return {
    tipo: 'lida',
    pedidos: lidos.flatMap((p, i): (PedidoDaApi | PedidoIlegivel)[] => {
      if ('ignorado' in p) return [];
      return 'motivo' in p ? [{ texto: textos[i] ?? '', motivo: p.motivo }] : [p];
    }),
    proxima,
    agoraDaLoja,
  };
}

function listaVazia(
  { cabecalhos }: Extract<Resposta, { tipo: 'inexistente' }>,
  proxima: string | null,
): RespostaDaLista {
  return { tipo: 'lida', pedidos: [], proxima, agoraDaLoja: lerRelogio(cabecalhos) };
}

const campo = (valor: unknown, nome: string | null): unknown =>
  nome === null || !ehObjeto(valor) ? valor : valor[nome];

/** One segment of a path, whatever the id: `..` would be a way up. */
const naUrl = (id: string): string =>
  encodeURIComponent(id).replace(/^\.{1,2}$/, (pontos) => '%2E'.repeat(pontos.length));
