import type { Sql } from 'postgres';
import type { Linha } from '../conferir.ts';

interface LinhaDeEvento {
  evento_id: string;
  recurso_id: string | null;
  fonte: string;
  resultado: string | null;
  duplicatas: number;
}

export interface LinhaDePedido extends Linha {
  foi_enviado: boolean;
}

export interface LinhaDeEfeito {
  seq: number;
  pedido_id: string;
  efeito: string;
  ocorrencia: number;
  corpo: string;
  situacao: 'aberto' | 'enviado' | 'falhou' | 'anulado';
}

/** What the receiving side has about one store. */
export interface Tabelas {
  eventos: LinhaDeEvento[];
  pedidos: LinhaDePedido[];
  /** In the order of their birth. */
  efeitos: LinhaDeEfeito[];
  consultas_abertas: number;
  /** What reconciliations have counted as missed. */
  perdidos: number;
}

/** Reads the tables as anybody could, without a line of the code that wrote them. */
export async function lerTabelas(sql: Sql, origem: string): Promise<Tabelas> {
  const eventos = await sql<LinhaDeEvento[]>`
    select evento_id, recurso_id, fonte, resultado, duplicatas from webhook_eventos where origem = ${origem}`;
  const pedidos = await sql<LinhaDePedido[]>`
    select id, status, total_centavos::float8 as total_centavos, cliente_email, foi_enviado
    from pedidos where origem = ${origem}`;
  const efeitos = await sql<LinhaDeEfeito[]>`
    select seq::float8 as seq, pedido_id, efeito, ocorrencia, corpo::text as corpo,
      case when enviado_em is not null then 'enviado' when falhou_em is not null then 'falhou'
        when anulado_em is not null then 'anulado' else 'aberto' end as situacao
    from outbox where origem = ${origem} order by seq`;
  const [contagens] = await sql<[{ consultas_abertas: number; perdidos: number }]>`
    select (select count(*)::int from consultas where origem = ${origem} and lidas < pedidas) as consultas_abertas,
      (select coalesce(sum(perdidos), 0)::int from reconciliacoes where origem = ${origem}) as perdidos`;
  return { eventos: [...eventos], pedidos: [...pedidos], efeitos: [...efeitos], ...contagens };
}
