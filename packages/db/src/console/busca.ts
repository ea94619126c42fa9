import type { Status } from '@entrada/domain';
import { type Chave, chaveEmTexto } from '../chave.ts';
import type { Sql } from '../conectar.ts';

export interface PedidoEncontrado extends Chave {
  /** What the text was. */
  por: 'pedido' | 'evento' | 'email';
  /** null where no fact of it is applied yet. */
  status: Status | null;
  atualizado_em: Date | null;
}

const MAX = 50;

/** The orders of any origem that have this id, an event of this id, or this e-mail; 50 of each at most. */
export async function buscarPedidos(sql: Sql, texto: string): Promise<PedidoEncontrado[]> {
  const achados = await Promise.all([doPedido(sql, texto), doEvento(sql, texto), doEmail(sql, texto)]);
  return achados.flat();
}

/** One look into each origem's part of the key; the inbox also knows orders of which nothing is applied yet. */
const doPedido = (sql: Sql, id: string) => sql<PedidoEncontrado[]>`
  select o.nome as origem, ${id}::text as recurso_id, 'pedido' as por, p.status, p.atualizado_em
  from origens o left join pedidos p on p.origem = o.nome and p.id = ${id}
  where p.id is not null or exists (select from webhook_eventos e where e.origem = o.nome and e.recurso_id = ${id})
  order by o.nome limit ${MAX}`;

const doEvento = (sql: Sql, id: string) => sql<PedidoEncontrado[]>`
  select e.origem, e.recurso_id, 'evento' as por, p.status, p.atualizado_em
  from origens o join webhook_eventos e on e.origem = o.nome and e.evento_id = ${id}
  left join pedidos p on p.origem = e.origem and p.id = e.recurso_id
  where e.recurso_id is not null
  order by e.origem limit ${MAX}`;

const doEmail = (sql: Sql, email: string) => sql<PedidoEncontrado[]>`
  select origem, id as recurso_id, 'email' as por, status, atualizado_em
  from pedidos where lower(cliente_email) = lower(${email})
  order by origem, id limit ${MAX}`;

export interface PedidoRecente extends Chave {
  status: Status;
  em: Date;
}

export interface PaginaDeRecentes {
  pedidos: PedidoRecente[];
  /** Where the next page begins; null: there is none. */
  seguinte: number | null;
}

/** Orders whose state changed last, each once a page, from a transition on backwards. */
export async function pedidosRecentes(sql: Sql, antesDe: number | null, limite: number): Promise<PaginaDeRecentes> {
  const linhas = await sql<(PedidoRecente & { seq: number })[]>`
    select seq, origem, pedido_id as recurso_id, para as status, em
    from transicoes
    where seq < coalesce(${antesDe}::bigint, 9223372036854775807)
    order by seq desc limit ${limite}`;
  const vistos = new Set<string>();
  const pedidos = linhas.filter((l) => !vistos.has(chaveEmTexto(l)) && vistos.add(chaveEmTexto(l)));
  return {
    pedidos: pedidos.map(({ seq, ...p }) => p),
    seguinte: linhas.length < limite ? null : (linhas.at(-1)?.seq ?? null),
  };
}
