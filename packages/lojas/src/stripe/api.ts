import type { LojaNaApi, Pergunta, Resposta } from '../contrato.ts';
import { type Evento, eventosDaMudanca } from './eventos.ts';
import { escreverIntencao, escreverReembolsos } from './objetos.ts';

const MAX_TIPOS = 20;

/** Payment intents, refunds, disputes and events. Of each order the last change is listed, as the only one that is known here. */
export function responder({ caminho, consulta, cabecalhos }: Pergunta, loja: LojaNaApi): Resposta {
  if (loja.token !== null && cabecalhos.authorization !== `Bearer ${loja.token}`)
    return erro(401, 'Invalid API Key provided');
  return { ...atender(caminho, consulta, loja), cabecalhos: { date: relogio(loja) } };
}

function atender(caminho: string, consulta: URLSearchParams, loja: LojaNaApi): Resposta {
  const id = /^\/payment_intents\/(\w+)$/.exec(caminho)?.[1];
  const pedido = loja.pedidos.get(id ?? consulta.get('payment_intent') ?? '');
  if (id !== undefined)
    return pedido
      ? { status: 200, corpo: escreverIntencao(pedido, consulta.getAll('expand[]').includes('latest_charge')) }
      : erro(404, `No such payment_intent: '${id}'`);
  if (caminho === '/refunds') return lista(pedido ? escreverReembolsos(pedido) : []);
  if (caminho === '/disputes') return lista([]);
  return caminho === '/events' ? listar(consulta, loja) : erro(404, 'Unrecognized request URL');
}

/** Newest first; the next page begins after an event, which is known by its place. */
function listar(consulta: URLSearchParams, loja: LojaNaApi): Resposta {
  const tipos = consulta.getAll('types[]');
  if (tipos.length > MAX_TIPOS) return erro(400, 'Invalid array');
  const desde = Number(consulta.get('created[gte]') ?? 0);
  const depois = consulta.get('starting_after');
  const todos = [...loja.pedidos.values()]
    .flatMap(eventosDaMudanca)
    .filter((e) => e.created >= desde && tipos.includes(e.type))
    .sort((a, b) => (antes(a, b) ? -1 : 1))
    .filter(
      (e) => depois === null || (e.id !== depois && antes({ id: depois, created: Number(depois.split('_')[1]) }, e)),
    );
  const quantos = Math.min(Number(consulta.get('limit') ?? 10), loja.pagina);
  return lista(todos.slice(0, quantos), todos.length > quantos);
}

type Lugar = Pick<Evento, 'id' | 'created'>;
const antes = (a: Lugar, b: Lugar): boolean => a.created > b.created || (a.created === b.created && a.id > b.id);

const lista = (data: object[], has_more = false): Resposta => ({
  status: 200,
  corpo: { object: 'list', data, has_more },
});

const erro = (status: number, message: string): Resposta => ({ status, corpo: { error: { message } } });

/** The account's clock: it is that late at least. */
const relogio = (loja: LojaNaApi): string =>
  new Date(Math.max(0, ...[...loja.pedidos.values()].map((p) => p.updated_at))).toUTCString();
