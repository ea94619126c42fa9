import type { Sql } from '@entrada/db';

export interface Pendencias {
  eventos: number;
  aplicados: number;
  efeitos: number;
  consultas: number;
}

/** What is still to do, from one snapshot: work moves from one table to the next, and must not hide between two looks. */
export async function lerPendencias(sql: Sql): Promise<Pendencias> {
  const [linha] = await sql<[Pendencias]>`
    select (select count(*) from webhook_eventos where aplicado_em is null) as eventos,
      (select count(*) from webhook_eventos where aplicado_em is not null) as aplicados,
      (select count(*) from outbox where enviado_em is null and falhou_em is null and anulado_em is null) as efeitos,
      (select count(*) from consultas where lidas < pedidas) as consultas`;
  return linha;
}

export const soma = ({ eventos, efeitos, consultas }: Pendencias): number => eventos + efeitos + consultas;
