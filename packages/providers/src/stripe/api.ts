import { type Aberta, criarPerguntas, type Perguntar as PerguntarNaLoja } from '../api/abrir.ts';
import type { Limites, Parametros } from '../api/buscar.ts';
import type {
  ClienteDaApi,
  Falha,
  PedidoDaApi,
  PedidoIlegivel,
  RespostaDaLista,
  RespostaDoPedido,
} from '../api/contrato.ts';
import { ehObjeto, type Objeto } from '../corpo.ts';
import type { AcessoDaApi } from '../dialeto.ts';
import { cabeNoBanco } from '../ids.ts';
import { elementosDaLista } from '../json/elementos-da-lista.ts';
import { lerDisputas, lerObjeto, lerReembolsos } from './estado.ts';
import { lerEventoDaApi } from './evento-da-api.ts';
import { TIPOS } from './tipos.ts';

const POR_PAGINA = '100';
/** Of the refunds of one payment: beyond it something is wrong, and the read says so. */
const MAX_PAGINAS = 10;

type Perguntar = (caminho: string, parametros: Parametros) => ReturnType<PerguntarNaLoja>;

/**
 * Reads `{API_URL}`, which is https://api.stripe.com/v1:
 * - an order is its payment intent with the charge, its refunds, and its disputes where it has any;
 * - what changed is the list of events, which Stripe keeps for 30 days, newest first.
 */
export function criarApiDoStripe(acesso: AcessoDaApi, limites: Partial<Limites> = {}): ClienteDaApi {
  const perguntar = criarPerguntas(acesso, limites);
  const perguntarCom =
    (sinal: AbortSignal | undefined): Perguntar =>
    (caminho, parametros) =>
      perguntar({ caminho, parametros }, sinal);
  return {
    lerPedido: (recurso_id, sinal) => lerIntencao(perguntarCom(sinal), recurso_id),
    listar: ({ desde, pagina }, sinal) => listarEventos(perguntarCom(sinal), desde, pagina),
  };
}

async function lerIntencao(perguntar: Perguntar, id: string): Promise<RespostaDoPedido> {
  // An id of another kind of store, or a way up in the path, is nothing that Stripe has.
  if (!/^\w+$/.test(id)) return { tipo: 'inexistente' };
  const resposta = await perguntar(`/payment_intents/${id}`, { 'expand[]': 'latest_charge' });
  if (resposta.tipo !== 'aberta') return resposta.tipo === 'inexistente' ? { tipo: 'inexistente' } : resposta;
  const { valor, recusar, agoraDaLoja } = resposta;
  if (!ehObjeto(valor) || valor.id !== id) return recusar('it is another payment intent', false);
  if (agoraDaLoja === null) return recusar('it has no Date header, which says when this was so', true);
  const dito = lerObjeto({ especie: 'payment_intent', objeto: valor });
  if (!('status' in dito)) return recusar('invalido' in dito ? dito.invalido : 'it says no state', false);

  const reembolsos = await lerTodos(perguntar, '/refunds', id);
  if ('tipo' in reembolsos) return reembolsos;
  const disputas = foiDisputada(valor) ? await lerTodos(perguntar, '/disputes', id) : [];
  if ('tipo' in disputas) return disputas;
  return {
    tipo: 'lido',
    pedido: {
      recurso_id: id,
      leitura: {
        status: dito.status,
        // Events have seconds: those of this one may be in the answer or not, those of the one before are.
        occurredAt: agoraDaLoja.getTime() - 1,
        sequence: null,
        dados: { total_centavos: dito.total, cliente_email: dito.email },
        marcas: { reembolsos: lerReembolsos(reembolsos), disputas: lerDisputas(disputas) },
      },
    },
  };
}

const foiDisputada = ({ latest_charge }: Objeto): boolean => ehObjeto(latest_charge) && latest_charge.disputed === true;

async function lerTodos(perguntar: Perguntar, caminho: string, payment_intent: string): Promise<unknown[] | Falha> {
  const todos: unknown[] = [];
  let depois: string | null = null;
  for (let n = 0; n < MAX_PAGINAS; n++) {
    const parametros = { payment_intent, limit: POR_PAGINA, ...(depois === null ? {} : { starting_after: depois }) };
    const resposta = await perguntar(caminho, parametros);
    if (resposta.tipo !== 'aberta') return resposta.tipo === 'inexistente' ? resposta.falha : resposta;
    const pagina = abrirPagina(resposta);
    if ('tipo' in pagina) return pagina;
    todos.push(...pagina.dados);
    if (pagina.proxima === null) return todos;
    depois = pagina.proxima;
  }
  return { tipo: 'falha', transitoria: false, motivo: `${caminho} of one payment has no end`, esperarMs: null };
}

async function listarEventos(perguntar: Perguntar, desde: Date, pagina: string | null): Promise<RespostaDaLista> {
  const primeira = {
    'created[gte]': String(Math.floor(desde.getTime() / 1000)),
    'types[]': TIPOS,
    limit: POR_PAGINA,
  };
  const pedida = await perguntar('/events', pagina === null ? primeira : { ...primeira, starting_after: pagina });
  // A page that begins after an event which Stripe has forgotten is refused for ever: then the list begins anew.
  const esquecida = pagina !== null && pedida.tipo === 'falha' && !pedida.transitoria;
  const resposta = esquecida ? await perguntar('/events', primeira) : pedida;
  if (resposta.tipo !== 'aberta') return resposta.tipo === 'inexistente' ? resposta.falha : resposta;
  const aberta = abrirPagina(resposta);
  if ('tipo' in aberta) return aberta;

  const lidos = aberta.dados.map(lerEventoDaApi);
  const textos = lidos.some((l) => l.tipo === 'ilegivel') ? elementosDaLista(resposta.texto, 'data') : [];
  const pedidos = lidos.flatMap((l, i): (PedidoDaApi | PedidoIlegivel)[] => {
    if (l.tipo === 'ilegivel') return [{ texto: textos[i] ?? '', motivo: l.motivo }];
    return l.tipo === 'pedido' ? [l.pedido] : [];
  });
  // Refunds and disputes say no state: their orders are read.
  const ids = new Set(lidos.flatMap((l) => (l.tipo === 'ler' ? [l.recurso_id] : [])));
  const leituras = await Promise.all([...ids].map((id) => lerIntencao(perguntar, id)));
  const falha = leituras.find((l) => l.tipo === 'falha');
  if (falha) return falha;
  const tambem = leituras.flatMap((l) => (l.tipo === 'lido' ? [l.pedido] : []));
  return { tipo: 'lida', pedidos: [...pedidos, ...tambem], proxima: aberta.proxima, agoraDaLoja: resposta.agoraDaLoja };
}

/** `{ data: [...], has_more }`: the next page begins after the last id of this one. */
function abrirPagina({ valor, recusar }: Aberta): { dados: unknown[]; proxima: string | null } | Falha {
  if (!ehObjeto(valor) || !Array.isArray(valor.data)) return recusar('data must be a list', true);
  const dados: unknown[] = valor.data;
  if (valor.has_more !== true) return { dados, proxima: null };
  const ultimo = dados.at(-1);
  const id = ehObjeto(ultimo) ? ultimo.id : undefined;
  if (typeof id !== 'string' || !cabeNoBanco(id)) return recusar('there is more, but its last element has no id', true);
  return { dados, proxima: id };
}
