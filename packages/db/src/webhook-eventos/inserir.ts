import { setTimeout as esperar } from 'node:timers/promises';
import type { Resultado } from '@entrada/domain';
import postgres from 'postgres';
import type { Sql } from '../conectar.ts';
import { estaEmTransacao, transacao } from '../transacao.ts';
import { numerarGatilhos } from './gatilhos.ts';

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
  resultado: Extract<Resultado, 'teste' | 'tipo_ignorado' | 'privacidade'> | null;
  /** The store names no event: the id is the beginning of one, and the same bytes may come again as another event. */
  repetivel?: true;
}

export interface Gravacao {
  /** The id under which the event is in the inbox. */
  evento_id: string;
  situacao: 'recebido' | 'duplicado';
  /** Whether the event still waits to be applied. */
  pendente: boolean;
}

/** One INSERT for all the events. The answers come in the order of `recebidos`. */
export async function inserirEventos(sql: Sql, recebidos: readonly NovoEvento[]): Promise<Gravacao[]> {
  const eventos = await numerarGatilhos(sql, recebidos);
  const grupos = agrupar(eventos);
  const novos = new Set((await inserir(sql, grupos)).map(chaveDoEvento));
  const conflitos = grupos.filter((g) => !novos.has(chaveDoEvento(g.evento)));
  const pendentes = await contarDuplicatas(sql, conflitos);

  const vistos = new Set<string>();
  return eventos.map((evento): Gravacao => {
    const { evento_id } = evento;
    const chave = chaveDoEvento(evento);
    const primeiro = !vistos.has(chave);
    vistos.add(chave);
    return novos.has(chave)
      ? { evento_id, situacao: primeiro ? 'recebido' : 'duplicado', pendente: evento.resultado === null }
      : { evento_id, situacao: 'duplicado', pendente: pendentes.has(chave) };
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

/**
 * The keys that exist are left out first: ON CONFLICT would wait for whoever is closing one of those events. All payloads
 * travel as one text, each event by its place in it: raw, without the quoting that an array or a JSON would need, and only
 * once where the body is the payload's bytes, which is nearly always. Measured, 64 events: a third of the cost of arrays.
 */
async function inserir(sql: Sql, grupos: readonly Grupo[]): Promise<{ origem: string; evento_id: string }[]> {
  if (grupos.length === 0) return [];
  const coluna = <K extends keyof NovoEvento>(nome: K): NovoEvento[K][] => grupos.map((g) => g.evento[nome]);
  const { de, bytes, corpos, corpoIgual } = emUmTexto(grupos);
  return sql<{ origem: string; evento_id: string }[]>`
    insert into webhook_eventos
      (origem, evento_id, recurso_id, tipo, fonte, payload, corpo, segredo_nome, resultado, aplicado_em, duplicatas)
    select origem, evento_id, recurso_id, tipo, fonte, convert_from(substring(todos.os_bytes from de for bytes), 'UTF8')::jsonb,
      case when corpo_igual then substring(todos.os_bytes from de for bytes) else corpo end, segredo_nome, resultado,
      case when resultado is not null then now() end, copias - 1
    from (select convert_to(${coluna('payload').join('')}, 'UTF8') as os_bytes offset 0) as todos, unnest(
      ${coluna('origem')}::text[], ${coluna('evento_id')}::text[], ${coluna('recurso_id')}::text[], ${coluna('tipo')}::text[],
      ${coluna('fonte')}::text[], ${de}::int[], ${bytes}::int[], ${sql.types.logicos(corpoIgual)}::bool[], ${sql.types.bytes(corpos)}::bytea[],
      ${coluna('segredo_nome')}::text[], ${coluna('resultado')}::text[], ${grupos.map((g) => g.copias)}::int[]
    ) as n (origem, evento_id, recurso_id, tipo, fonte, de, bytes, corpo_igual, corpo, segredo_nome, resultado, copias)
    where not exists (select from webhook_eventos e where e.origem = n.origem and e.evento_id = n.evento_id)
    on conflict (origem, evento_id) do nothing
    returning origem, evento_id`;
}

/** Where each payload begins (from 1) and how many bytes it takes, and the bodies that are something else than their payload. */
function emUmTexto(grupos: readonly Grupo[]) {
  let fim = 0;
  const de: number[] = [];
  const bytes: number[] = [];
  const corpos: (Buffer | null)[] = [];
  const corpoIgual: boolean[] = [];
  for (const { payload, corpo } of grupos.map((g) => g.evento)) {
    const seus = Buffer.from(payload);
    const igual = corpo?.equals(seus) ?? false;
    de.push(fim + 1);
    bytes.push(seus.length);
    corpoIgual.push(igual);
    corpos.push(igual ? null : corpo);
    fim += seus.length;
  }
  return { de, bytes, corpos, corpoIgual };
}

interface Contada {
  origem: string;
  evento_id: string;
  pendente: boolean;
}

/**
 * Counts the repeated deliveries and returns the keys of the events that are still pending. A worker holds rows of
 * several events while it closes them, in an order of its own: so this never waits for a row while it holds another.
 * An event that is held for longer goes uncounted and passes for pending: waking a worker in vain does no harm.
 */
async function contarDuplicatas(sql: Sql, grupos: readonly Grupo[]): Promise<Set<string>> {
  const contadas: Contada[] = [];
  let presas = grupos;
  for (const pausaMs of estaEmTransacao(sql) ? [0] : PAUSAS_MS) {
    if (presas.length === 0) break;
    if (pausaMs > 0) await esperar(pausaMs);
    contadas.push(...(await contarLivres(sql, presas)));
    const feitas = new Set(contadas.map(chaveDoEvento));
    presas = presas.filter((g) => !feitas.has(chaveDoEvento(g.evento)));
  }
  contadas.push(...(await Promise.all(presas.map((g) => contarUma(sql, g)))).flat());
  return new Set(contadas.filter((c) => c.pendente).map(chaveDoEvento));
}

/** A worker holds an event for the few milliseconds until its commit. */
const PAUSAS_MS = [0, 5, 20, 50];

async function contarLivres(sql: Sql, grupos: readonly Grupo[]): Promise<Contada[]> {
  return sql<Contada[]>`
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
}

/** Waits for one row alone; not at all where the caller's transaction holds others. */
async function contarUma(sql: Sql, { evento, copias }: Grupo): Promise<Contada[]> {
  const presa = { origem: evento.origem, evento_id: evento.evento_id, pendente: true };
  if (estaEmTransacao(sql)) return [presa];
  try {
    return await transacao(sql, async (tx) => {
      await tx`set local lock_timeout = '1s'`; // the store waits for its answer
      return tx<Contada[]>`
        update webhook_eventos set duplicatas = duplicatas + ${copias}
        where origem = ${evento.origem} and evento_id = ${evento.evento_id}
        returning origem, evento_id, aplicado_em is null as pendente`;
    });
  } catch (e) {
    if (e instanceof postgres.PostgresError && e.code === TRAVA_NAO_VEIO) return [presa];
    throw e;
  }
}

const TRAVA_NAO_VEIO = '55P03';
