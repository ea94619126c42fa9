import type { Sql } from '@entrada/db';

/** What the textbook needs, with the indexes that it needs and no checks. */
export async function criarEsquemaDoLivro(sql: Sql): Promise<void> {
  await sql.unsafe(`
    create table webhook_eventos (
      evento_id text primary key, recurso_id text not null, tipo text not null, payload jsonb not null,
      recebido_em timestamptz not null default now(), aplicado_em timestamptz, resultado text);
    create index webhook_eventos_pendentes on webhook_eventos (recebido_em) where aplicado_em is null;
    create table pedidos (
      id text primary key, status text not null, total_centavos bigint, cliente_email text, versao_origem bigint not null);
    create table outbox (
      pedido_id text not null, efeito text not null, corpo jsonb not null, criado_em timestamptz not null default now(),
      enviado_em timestamptz, primary key (pedido_id, efeito));`);
}
