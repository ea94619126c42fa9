import type { Dados, MarcasDitas, Resultado, Status } from '@entrada/domain';
import type { Chave } from '../chave.ts';
import type { Sql } from '../conectar.ts';
import type { Tx } from '../transacao.ts';
import type { EventoLegivel } from './leitor.ts';

/** Which events are read anew; null: any. Times are those of arrival, `ate` is not included. */
export interface Filtro {
  origem: string | null;
  recurso_id: string | null;
  resultado: Exclude<Resultado, 'teste'> | null;
  tipo: string | null;
  desde: Date | null;
  ate: Date | null;
}

/**
 * Closed events of orders. Pending ones are read by the worker anyway. Those on which a process died are left out: they
 * could end this one too, and `entrada reprocess` gives them to the worker, which takes care.
 */
const condicao = (sql: Sql, f: Filtro) => sql`
  aplicado_em is not null and recurso_id is not null and fonte <> 'poda' and resultado <> 'teste'
    and (resultado <> 'invalido' or quedas = 0)
    and (${f.origem}::text is null or origem = ${f.origem}) and (${f.recurso_id}::text is null or recurso_id = ${f.recurso_id})
    and (${f.resultado}::text is null or resultado = ${f.resultado}) and (${f.tipo}::text is null or tipo = ${f.tipo})
    and (${f.desde}::timestamptz is null or recebido_em >= ${f.desde})
    and (${f.ate}::timestamptz is null or recebido_em < ${f.ate})`;

/** The next orders by key that have such an event. */
export async function pedidosDoFiltro(
  sql: Sql,
  filtro: Filtro,
  { aPartirDe: ultima, limite }: { aPartirDe: Chave | null; limite: number },
): Promise<Chave[]> {
  return sql<Chave[]>`
    select origem, recurso_id from webhook_eventos
    where ${condicao(sql, filtro)} and (origem, recurso_id) > (${ultima?.origem ?? ''}, ${ultima?.recurso_id ?? ''})
    group by origem, recurso_id
    order by origem, recurso_id
    limit ${limite}`;
}

/** A closed event, with what was made of it. */
export interface EventoFechado extends EventoLegivel {
  resultado: Resultado;
  erro: string | null;
  status: Status | null;
  versao: number | null;
  ocorreu_em: Date | null;
  dados: Dados | null;
  marcas: MarcasDitas | null;
}

const PAGINA = { eventos: 200, bytes: 16 * 1024 * 1024 };

/** An order's events that the filter means, by id: one page, bounded by bytes as well, and at least one. */
export async function eventosDoFiltro(
  tx: Tx,
  { origem, recurso_id }: Chave,
  filtro: Filtro,
  depoisDe: string,
  { eventos, bytes } = PAGINA,
): Promise<EventoFechado[]> {
  const rows = await tx<(EventoFechado & Dados & { antes: number })[]>`
    select * from (
      select evento_id, tipo, recurso_id, fonte, payload::text as payload, recebido_em, resultado, erro, status, versao,
        ocorreu_em, marcas, (dados ->> 'total_centavos')::bigint as total_centavos, dados ->> 'cliente_email' as cliente_email,
        sum(pg_column_size(payload)) over (order by evento_id) - pg_column_size(payload) as antes
      from (
        select * from webhook_eventos
        where origem = ${origem} and recurso_id = ${recurso_id} and evento_id > ${depoisDe} and ${condicao(tx, filtro)}
        order by evento_id limit ${eventos}
      ) p
    ) q
    where antes <= ${bytes}
    order by evento_id`;
  return rows.map(({ total_centavos, cliente_email, antes, ...evento }) => ({
    ...evento,
    dados: evento.status === null ? null : { total_centavos, cliente_email },
  }));
}
