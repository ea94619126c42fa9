import type { Sql } from './conectar.ts';

export interface NovaQuarentena {
  origem: string;
  /** `webhook` where nothing else is said. */
  fonte?: 'webhook' | 'api';
  corpo: Buffer;
  /** Without secrets. */
  cabecalhos: Record<string, string>;
  motivo: string;
  segredo_nome: string | null;
}

/** Keeps a signed delivery that could not become an event; returns its id. */
export async function inserirQuarentena(sql: Sql, nova: NovaQuarentena): Promise<number> {
  const [linha] = await sql<[{ id: number }]>`
    insert into quarentena (origem, fonte, corpo, cabecalhos, motivo, segredo_nome)
    values (${nova.origem}, ${nova.fonte ?? 'webhook'}, ${nova.corpo}, ${JSON.stringify(nova.cabecalhos)}::text::jsonb, ${nova.motivo}, ${nova.segredo_nome})
    returning id`;
  return linha.id;
}
