import type { Sql } from '../conectar.ts';

/** One point of a chart. */
export interface Ponto {
  /** Where its piece of time begins. */
  em: Date;
  nome: string;
  valor: number;
}

export interface Serie {
  /** Sums of each piece, of all origens. */
  somas: Ponto[];
  /** The greatest value of each piece. */
  medidas: Ponto[];
}

/** What the charts show: the last `minutos`, in pieces of so many minutes each, those without anything left out. */
export async function lerSerie(sql: Sql, { minutos, passo }: { minutos: number; passo: number }): Promise<Serie> {
  const pedaco = sql`date_bin(${passo}::float8 * interval '1 min', minuto, timestamptz '2020-01-01Z')`;
  const desde = sql`now() - ${minutos}::float8 * interval '1 min'`;
  const [somas, medidas] = await Promise.all([
    sql<Ponto[]>`
      select ${pedaco} as em, nome, sum(valor)::bigint as valor from contadores
      where minuto >= ${desde} group by 1, 2 order by 1, 2`,
    sql<Ponto[]>`
      select ${pedaco} as em, nome, max(valor) as valor from medidas
      where minuto >= ${desde} group by 1, 2 order by 1, 2`,
  ]);
  return { somas, medidas };
}

/** Webhooks that never came and that reconciliation has found, by the piece of time in which a run found them. */
export async function lerPerdidos(sql: Sql, { minutos, passo }: { minutos: number; passo: number }): Promise<Ponto[]> {
  return sql<Ponto[]>`
    select date_bin(${passo}::float8 * interval '1 min', r.iniciada_em, timestamptz '2020-01-01Z') as em, 'perdidos' as nome,
      sum(r.perdidos)::bigint as valor
    from origens o cross join lateral (
      select perdidos, iniciada_em from reconciliacoes where origem = o.nome order by id desc limit ${MAX_EXECUCOES}
    ) r
    where r.iniciada_em > now() - ${minutos}::float8 * interval '1 min'
    group by 1 order by 1`;
}

/** Of one store; a day has 288 of them, and some that an operator asked for. */
const MAX_EXECUCOES = 400;

export interface OrigemNoConsole {
  nome: string;
  dialeto: string;
  criterio: string | null;
  primeira_entrega_em: Date | null;
  ultima_entrega_em: Date | null;
  entregas: number;
  duplicadas: number;
  /** Deliveries with a bad signature, answered 401. */
  recusadas: number;
  /** By fingerprint, those that ever signed a delivery. */
  segredos: { nome: string; ultimo_uso_em: Date }[];
}

export async function listarOrigensDoConsole(sql: Sql): Promise<OrigemNoConsole[]> {
  const origens = await sql<Omit<OrigemNoConsole, 'segredos'>[]>`
    select nome, dialeto, criterio, primeira_entrega_em, ultima_entrega_em, entregas, duplicadas, recusadas
    from origens order by nome`;
  const usados = await sql<{ origem: string; nome: string; ultimo_uso_em: Date }[]>`
    select origem, nome, ultimo_uso_em from segredos_usados order by origem, ultimo_uso_em desc`;
  return origens.map((o) => ({ ...o, segredos: usados.filter((u) => u.origem === o.nome) }));
}

interface CursorNoConsole {
  origem: string;
  valor: Date;
  /** Where a run that is under way, or died, has got to; null outside of one. */
  alvo: Date | null;
  em_curso: boolean;
}

export async function listarCursores(sql: Sql): Promise<CursorNoConsole[]> {
  return sql<CursorNoConsole[]>`
    select substr(nome, length('pedidos_') + 1) as origem, valor, alvo, coalesce(ate > now(), false) as em_curso
    from cursores order by nome`;
}
