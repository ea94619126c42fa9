import type { Chave } from './chave.ts';
import type { Sql } from './conectar.ts';

/** `fila`: something done to a queue or a job; its details say what. */
export type Acao =
  | 'reprocessar'
  | 'replay'
  | 'consertar'
  | 'descartar'
  | 'liberar'
  | 'consultar'
  | 'reconciliar'
  | 'reenviar'
  | 'descartar_efeito'
  | 'pausar'
  | 'continuar'
  | 'fila';

export interface NovaAcao {
  quem: string;
  acao: Acao;
  /** null where it concerns no single order. */
  chave: Chave | null;
  /** Small and without personal data. */
  detalhes: Readonly<Record<string, string | number>>;
}

export interface AcaoGravada {
  seq: number;
  em: Date;
  quem: string;
  acao: Acao;
  detalhes: Record<string, string | number>;
}

export async function inserirAcao(sql: Sql, { quem, acao, chave, detalhes }: NovaAcao): Promise<void> {
  await sql`
    insert into auditoria (quem, acao, origem, pedido_id, detalhes)
    values (${quem}, ${acao}, ${chave?.origem ?? null}, ${chave?.recurso_id ?? null}, ${JSON.stringify(detalhes)}::text::jsonb)`;
}

/** What people did to an order, oldest first. */
export async function acoesDoPedido(sql: Sql, chave: Chave): Promise<AcaoGravada[]> {
  return sql<AcaoGravada[]>`
    select seq, em, quem, acao, detalhes
    from auditoria
    where origem = ${chave.origem} and pedido_id = ${chave.recurso_id}
    order by seq`;
}
