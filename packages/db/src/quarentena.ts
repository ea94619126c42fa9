import { inserirAcao } from './auditoria.ts';
import type { Sql } from './conectar.ts';
import { transacao } from './transacao.ts';

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

export interface EntregaEmQuarentena {
  id: number;
  origem: string;
  fonte: 'webhook' | 'api';
  motivo: string;
  segredo_nome: string | null;
  recebida_em: Date;
  resolvida_em: Date | null;
  bytes: number;
}

interface OpcoesDaLista {
  origem: string | null;
  resolvidas: boolean;
  limite: number;
  antesDe?: number | null;
}

/** Newest first, without the bodies; `antesDe` an id, where a list goes on. */
export async function listarQuarentena(
  sql: Sql,
  { origem, resolvidas, limite, antesDe = null }: OpcoesDaLista,
): Promise<EntregaEmQuarentena[]> {
  return sql<EntregaEmQuarentena[]>`
    select id, origem, fonte, motivo, segredo_nome, recebida_em, resolvida_em, octet_length(corpo) as bytes
    from quarentena
    where (${origem}::text is null or origem = ${origem}) and (${resolvidas} or resolvida_em is null)
      and id < coalesce(${antesDe}::bigint, 9223372036854775807)
    order by id desc
    limit ${limite}`;
}

/** Deliveries that nobody has dealt with yet; an origem without any is not in it. */
export async function contarQuarentena(sql: Sql): Promise<{ origem: string; abertas: number }[]> {
  return sql<{ origem: string; abertas: number }[]>`
    select origem, count(*) as abertas from quarentena where resolvida_em is null group by origem order by origem`;
}

export interface EntregaInteira extends EntregaEmQuarentena {
  cabecalhos: Record<string, string>;
  /** The first `maxBytes` of the body. */
  corpo: Buffer;
}

export async function buscarQuarentena(sql: Sql, id: number, maxBytes: number): Promise<EntregaInteira | null> {
  const [linha] = await sql<EntregaInteira[]>`
    select id, origem, fonte, motivo, segredo_nome, recebida_em, resolvida_em, octet_length(corpo) as bytes, cabecalhos,
      substring(corpo from 1 for ${maxBytes}::int) as corpo
    from quarentena where id = ${id}`;
  return linha ?? null;
}

/** Throws a delivery away for good, and writes down who did. false: there is none of this id. */
export async function descartarQuarentena(sql: Sql, id: number, quem: string): Promise<boolean> {
  return transacao(sql, async (tx) => {
    const [linha] = await tx<{ origem: string; bytes: number }[]>`
      delete from quarentena where id = ${id} returning origem, octet_length(corpo) as bytes`;
    if (!linha) return false;
    await inserirAcao(tx, { quem, acao: 'descartar', chave: null, detalhes: { quarentena: id, ...linha } });
    return true;
  });
}
