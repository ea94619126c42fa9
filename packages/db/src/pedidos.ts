import type { Estado, Status } from '@entrada/domain';
import { type Chave, conjunto, linhas } from './chave.ts';
import type { Sql } from './conectar.ts';
import type { Tx } from './transacao.ts';

export interface PedidoGravado extends Chave {
  estado: Estado;
}

interface Linha extends Chave {
  status: Status;
  versao_origem: number;
  versao_maxima: number;
  total_centavos: number | null;
  total_versao: number | null;
  total_aceito: boolean | null;
  cliente_email: string | null;
  email_versao: number | null;
  email_aceito: boolean | null;
  foi_enviado: boolean;
  reaberto: boolean;
  atualizado_em: Date;
}

/** The rows of those orders that have one. */
export async function lerPedidos(tx: Tx, chaves: readonly Chave[]): Promise<PedidoGravado[]> {
  const rows = await tx<Linha[]>`
    select p.origem, p.id as recurso_id, status, versao_origem, versao_maxima, total_centavos, total_versao, total_aceito,
      cliente_email, email_versao, email_aceito, foi_enviado, reaberto, atualizado_em
    from ${conjunto(tx, chaves)} join pedidos p on p.origem = c.origem and p.id = c.recurso_id`;
  return rows.map((r) => ({ origem: r.origem, recurso_id: r.recurso_id, estado: estadoDaLinha(r) }));
}

export async function buscarPedido(sql: Sql, chave: Chave): Promise<(PedidoGravado & { atualizado_em: Date }) | null> {
  const [r] = await sql<Linha[]>`
    select origem, id as recurso_id, status, versao_origem, versao_maxima, total_centavos, total_versao, total_aceito,
      cliente_email, email_versao, email_aceito, foi_enviado, reaberto, atualizado_em
    from pedidos where origem = ${chave.origem} and id = ${chave.recurso_id}`;
  return r ? { ...chave, estado: estadoDaLinha(r), atualizado_em: r.atualizado_em } : null;
}

export async function gravarPedidos(tx: Tx, pedidos: readonly PedidoGravado[]): Promise<void> {
  if (pedidos.length === 0) return;
  await tx`
    insert into pedidos (origem, id, status, versao_origem, versao_maxima, total_centavos, total_versao, total_aceito,
      cliente_email, email_versao, email_aceito, foi_enviado, reaberto)
    select * from jsonb_to_recordset(${linhas(tx, pedidos.map(linhaDoPedido))}) as n (
      origem text, id text, status text, versao_origem bigint, versao_maxima bigint, total_centavos bigint, total_versao bigint,
      total_aceito boolean, cliente_email text, email_versao bigint, email_aceito boolean, foi_enviado boolean,
      reaberto boolean)
    on conflict (origem, id) do update set
      status = excluded.status, versao_origem = excluded.versao_origem, versao_maxima = excluded.versao_maxima,
      total_centavos = excluded.total_centavos, total_versao = excluded.total_versao, total_aceito = excluded.total_aceito,
      cliente_email = excluded.cliente_email, email_versao = excluded.email_versao, email_aceito = excluded.email_aceito,
      foi_enviado = excluded.foi_enviado, reaberto = excluded.reaberto, atualizado_em = now()`;
}

function linhaDoPedido({ origem, recurso_id, estado }: PedidoGravado): object {
  const { total_centavos: total, cliente_email: email } = estado.campos;
  return {
    origem,
    id: recurso_id,
    status: estado.status,
    versao_origem: estado.versao_origem,
    versao_maxima: estado.versao_maxima,
    total_centavos: total?.valor ?? null,
    total_versao: total?.versao ?? null,
    total_aceito: total?.aceito ?? null,
    cliente_email: email?.valor ?? null,
    email_versao: email?.versao ?? null,
    email_aceito: email?.aceito ?? null,
    foi_enviado: estado.foi_enviado,
    reaberto: estado.reaberto,
  };
}

const estadoDaLinha = (r: Linha): Estado => ({
  status: r.status,
  versao_origem: r.versao_origem,
  versao_maxima: r.versao_maxima,
  campos: {
    total_centavos: campo(r.total_centavos, r.total_versao, r.total_aceito),
    cliente_email: campo(r.cliente_email, r.email_versao, r.email_aceito),
  },
  foi_enviado: r.foi_enviado,
  reaberto: r.reaberto,
});

/** The table's CHECKs hold the three together. */
const campo = <T>(valor: T | null, versao: number | null, aceito: boolean | null) =>
  valor === null || versao === null || aceito === null ? null : { valor, versao, aceito };
