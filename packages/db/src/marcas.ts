import { juntarMarcas, type MarcasDitas, NADA_DITO, resumirMarcas } from '@entrada/domain';
import { type Chave, chaveEmTexto, conjunto, linhas } from './chave.ts';
import type { Sql } from './conectar.ts';
import type { Tx } from './transacao.ts';

export interface MarcasGravadas extends Chave {
  ditas: MarcasDitas;
}

/** What is known of the refunds and disputes of these orders; an order without any is not in the answer. */
export async function lerMarcas(sql: Sql, chaves: readonly Chave[]): Promise<MarcasGravadas[]> {
  return sql<MarcasGravadas[]>`
    select m.origem, m.pedido_id as recurso_id, m.ditas
    from ${conjunto(sql, chaves)} join marcas m on m.origem = c.origem and m.pedido_id = c.recurso_id`;
}

/** Adds statements to what is known, in any order and as often as they come. Under the orders' locks. */
export async function anotarMarcas(tx: Tx, novas: readonly MarcasGravadas[]): Promise<void> {
  if (novas.length === 0) return;
  const conhecidas = new Map<string, MarcasGravadas>();
  for (const m of await lerMarcas(tx, novas)) conhecidas.set(chaveEmTexto(m), m);
  for (const { ditas, ...chave } of novas) {
    const antes = conhecidas.get(chaveEmTexto(chave))?.ditas ?? NADA_DITO;
    conhecidas.set(chaveEmTexto(chave), { ...chave, ditas: juntarMarcas(antes, ditas) });
  }
  await gravarMarcas(tx, [...conhecidas.values()]);
}

/** Makes what is known of an order's refunds and disputes anew from its events. Under its lock. */
export async function refazerMarcas(tx: Tx, chave: Chave): Promise<void> {
  const rows = await tx<{ marcas: MarcasDitas }[]>`
    select marcas from webhook_eventos
    where origem = ${chave.origem} and recurso_id = ${chave.recurso_id} and marcas is not null`;
  const ditas = rows.map((r) => r.marcas).reduce(juntarMarcas, NADA_DITO);
  if (rows.length > 0) await gravarMarcas(tx, [{ ...chave, ditas }]);
  else await tx`delete from marcas where origem = ${chave.origem} and pedido_id = ${chave.recurso_id}`;
}

async function gravarMarcas(tx: Tx, marcas: readonly MarcasGravadas[]): Promise<void> {
  const rows = marcas.map(({ origem, recurso_id, ditas }) => {
    const { centavos, em_disputa } = resumirMarcas(ditas);
    return { origem, pedido_id: recurso_id, ditas, reembolso_centavos: centavos, em_disputa };
  });
  await tx`
    insert into marcas (origem, pedido_id, ditas, reembolso_centavos, em_disputa)
    select * from jsonb_to_recordset(${linhas(tx, rows)}) as n (
      origem text, pedido_id text, ditas jsonb, reembolso_centavos bigint, em_disputa boolean)
    on conflict (origem, pedido_id) do update
    set ditas = excluded.ditas, reembolso_centavos = excluded.reembolso_centavos, em_disputa = excluded.em_disputa,
      atualizadas_em = now()`;
}
