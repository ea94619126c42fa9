import type { Sql } from 'postgres';
import type { Loja, PedidoNaLoja } from './gerador.ts';

/** One thing that the receiving side has wrong. `esperado` is what the store says. */
export interface Diferenca {
  pedido: string;
  vida: string;
  campo: 'status' | 'total_centavos' | 'cliente_email' | 'pedido';
  esperado: string | number | null;
  encontrado: string | number | null;
}

export type Linha = Pick<PedidoNaLoja, 'id' | 'status' | 'total_centavos' | 'cliente_email'>;

/** Reads the tables as anybody could, without a line of the code that wrote them. */
export async function conferirPedidos(sql: Sql, origem: string, loja: Loja): Promise<Diferenca[]> {
  const linhas = await sql<Linha[]>`
    select id, status, total_centavos::float8 as total_centavos, cliente_email
    from pedidos where origem = ${origem} and starts_with(id, ${loja.prefixo})`;
  return compararPedidos(loja.pedidos, linhas);
}

export function compararPedidos(esperados: readonly PedidoNaLoja[], linhas: readonly Linha[]): Diferenca[] {
  const porId = new Map(linhas.map((l) => [l.id, l]));
  return esperados.flatMap((pedido) => {
    const linha = porId.get(pedido.id);
    if (!linha) return [diferenca(pedido, 'pedido', pedido.id, null)];
    return (['status', 'total_centavos', 'cliente_email'] as const)
      .filter((campo) => linha[campo] !== pedido[campo])
      .map((campo) => diferenca(pedido, campo, pedido[campo], linha[campo]));
  });
}

const diferenca = (
  { id, vida }: PedidoNaLoja,
  campo: Diferenca['campo'],
  esperado: Diferenca['esperado'],
  encontrado: Diferenca['encontrado'],
): Diferenca => ({ pedido: id, vida, campo, esperado, encontrado });

/** How many of this store's events are in the inbox. */
export async function contarGuardados(sql: Sql, origem: string, loja: Loja): Promise<number> {
  const [linha] = await sql<{ n: number }[]>`
    select count(*)::int as n from webhook_eventos
    where origem = ${origem} and evento_id = any(${loja.eventos.map((e) => e.id)})`;
  return linha?.n ?? 0;
}

/** How many of them still wait. Asked often while others work: reads the index of pending events only. */
export async function contarPendentes(sql: Sql, origem: string, loja: Loja): Promise<number> {
  const [linha] = await sql<{ n: number }[]>`
    select count(*)::int as n from webhook_eventos
    where aplicado_em is null and origem = ${origem} and starts_with(evento_id, ${loja.prefixo})`;
  return linha?.n ?? 0;
}
