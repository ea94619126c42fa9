import type { Resultado } from '@entrada/domain';
import type { Sql } from '../conectar.ts';
import { estaEmTransacao } from '../transacao.ts';

export interface NovoEvento {
  origem: string;
  evento_id: string;
  recurso_id: string | null;
  tipo: string;
  fonte: 'webhook' | 'api';
  /** Raw JSON text. */
  payload: string;
  /** The bytes as received; null for what we read ourselves. */
  corpo: Buffer | null;
  segredo_nome: string | null;
  /** Set where the event is closed as it arrives. */
  resultado: Extract<Resultado, 'teste' | 'tipo_ignorado'> | null;
}

export interface Gravacao {
  situacao: 'recebido' | 'duplicado';
  /** Whether the event still waits to be applied. */
  pendente: boolean;
}

/** One INSERT for all the events. The answers come in the order of `eventos`. */
export async function inserirEventos(sql: Sql, eventos: readonly NovoEvento[]): Promise<Gravacao[]> {
  const grupos = agrupar(eventos);
  const novos = new Set((await inserir(sql, grupos)).map(chaveDoEvento));
  const conflitos = grupos.filter((g) => !novos.has(chaveDoEvento(g.evento)));
  const pendentes = await contarDuplicatas(sql, conflitos);

  const vistos = new Set<string>();
  return eventos.map((evento) => {
    const chave = chaveDoEvento(evento);
    const primeiro = !vistos.has(chave);
    vistos.add(chave);
    return novos.has(chave)
      ? { situacao: primeiro ? 'recebido' : 'duplicado', pendente: evento.resultado === null }
      : { situacao: 'duplicado', pendente: pendentes.has(chave) };
  });
}

interface Grupo {
  evento: NovoEvento;
  copias: number;
}

const chaveDoEvento = (e: { origem: string; evento_id: string }): string => `${e.origem}:${e.evento_id}`;

/** The first of each key, in one order for everybody: concurrent batches that share keys then never deadlock. */
function agrupar(eventos: readonly NovoEvento[]): Grupo[] {
  const grupos = new Map<string, Grupo>();
  for (const evento of eventos) {
    const grupo = grupos.get(chaveDoEvento(evento));
    if (grupo) grupo.copias += 1;
    else grupos.set(chaveDoEvento(evento), { evento, copias: 1 });
  }
  return [...grupos].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, grupo]) => grupo);
}

async function inserir(sql: Sql, grupos: readonly Grupo[]): Promise<{ origem: string; evento_id: string }[]> {
  if (grupos.length === 0) return [];
  const coluna = <K extends keyof NovoEvento>(nome: K): NovoEvento[K][] => grupos.map((g) => g.evento[nome]);
  return sql<{ origem: string; evento_id: string }[]>`
    insert into webhook_eventos
      (origem, evento_id, recurso_id, tipo, fonte, payload, corpo, segredo_nome, resultado, aplicado_em, duplicatas)
    select origem, evento_id, recurso_id, tipo, fonte, payload::jsonb, corpo, segredo_nome, resultado,
      case when resultado is not null then now() end, copias - 1
    from unnest(
      ${coluna('origem')}::text[], ${coluna('evento_id')}::text[], ${coluna('recurso_id')}::text[], ${coluna('tipo')}::text[],
      ${coluna('fonte')}::text[], ${coluna('payload')}::text[], ${sql.array(coluna('corpo'), 17)}::bytea[],
      ${coluna('segredo_nome')}::text[], ${coluna('resultado')}::text[], ${grupos.map((g) => g.copias)}::int[]
    ) as n (origem, evento_id, recurso_id, tipo, fonte, payload, corpo, segredo_nome, resultado, copias)
    on conflict (origem, evento_id) do nothing
    returning origem, evento_id`;
}

interface Contada {
  origem: string;
  evento_id: string;
  pendente: boolean;
}

/**
 * Counts the repeated deliveries and returns the keys of the events that are still pending. A worker holds rows of
 * several events while it closes them, in an order of its own: so this never waits for a row while it holds another.
 * Within a transaction it does not wait at all: an event that is held just then goes uncounted and passes for pending.
 */
async function contarDuplicatas(sql: Sql, grupos: readonly Grupo[]): Promise<Set<string>> {
  if (grupos.length === 0) return new Set();
  const contadas = await sql<Contada[]>`
    with livres as (
      select e.origem, e.evento_id, r.copias
      from unnest(
        ${grupos.map((g) => g.evento.origem)}::text[], ${grupos.map((g) => g.evento.evento_id)}::text[],
        ${grupos.map((g) => g.copias)}::int[]
      ) as r (origem, evento_id, copias)
      join webhook_eventos e using (origem, evento_id)
      for no key update of e skip locked
    )
    update webhook_eventos e set duplicatas = e.duplicatas + livres.copias
    from livres where e.origem = livres.origem and e.evento_id = livres.evento_id
    returning e.origem, e.evento_id, e.aplicado_em is null as pendente`;
  const feitas = new Set(contadas.map(chaveDoEvento));
  const presas = grupos.filter((g) => !feitas.has(chaveDoEvento(g.evento)));
  if (estaEmTransacao(sql)) contadas.push(...presas.map(({ evento }) => ({ ...evento, pendente: true })));
  else for (const presa of presas) contadas.push(...(await contarUma(sql, presa)));
  return new Set(contadas.filter((c) => c.pendente).map(chaveDoEvento));
}

async function contarUma(sql: Sql, { evento, copias }: Grupo): Promise<Contada[]> {
  return sql<Contada[]>`
    update webhook_eventos set duplicatas = duplicatas + ${copias}
    where origem = ${evento.origem} and evento_id = ${evento.evento_id}
    returning origem, evento_id, aplicado_em is null as pendente`;
}
