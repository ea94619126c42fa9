import type { MotivoDeLeitura } from '@entrada/domain';
import { type Chave, linhas } from './chave.ts';
import type { Sql } from './conectar.ts';
import type { Tx } from './transacao.ts';

export interface NovaConsulta extends Chave {
  motivo: MotivoDeLeitura;
}

/** Asks for readings; many wishes for one order are one reading. In the transaction that has the doubt. */
export async function pedirConsultas(tx: Tx, consultas: readonly NovaConsulta[]): Promise<void> {
  if (consultas.length === 0) return;
  await tx`
    insert into consultas as c (origem, recurso_id, motivo)
    select origem, recurso_id, motivo
    from jsonb_to_recordset(${linhas(tx, consultas)}) as n (origem text, recurso_id text, motivo text)
    order by origem, recurso_id
    on conflict (origem, recurso_id) do update
    set pedidas = c.pedidas + 1, motivo = excluded.motivo, pedida_em = now(),
      -- A wish that waits out a failed attempt goes on waiting: the store is not asked more often by asking again.
      tentativas = case when c.lidas < c.pedidas then c.tentativas else 0 end,
      proxima_tentativa_em = case when c.lidas < c.pedidas then c.proxima_tentativa_em end`;
}

export interface ConsultaReservada extends Chave {
  reserva: string;
  /** The wishes that a reading which starts now answers. */
  pedidas: number;
  tentativas: number;
}

/** Takes the wish of one order for a while; null where there is none, it is not due, or another process has it. */
export async function reservarConsulta(
  sql: Sql,
  chave: Chave,
  { reserva, duracaoMs }: { reserva: string; duracaoMs: number },
): Promise<ConsultaReservada | null> {
  const [linha] = await sql<ConsultaReservada[]>`
    update consultas
    set reserva = ${reserva}, reservado_ate = now() + ${duracaoMs}::float8 * interval '1 ms', tentativas = tentativas + 1
    where origem = ${chave.origem} and recurso_id = ${chave.recurso_id} and lidas < pedidas
      and (reservado_ate is null or reservado_ate <= now())
      and (proxima_tentativa_em is null or proxima_tentativa_em <= now())
    returning origem, recurso_id, reserva, pedidas, tentativas`;
  return linha ?? null;
}

/** Answers the wishes that were made before the reading started. false: the reservation was lost meanwhile. */
export async function responderConsulta(
  tx: Tx,
  consulta: ConsultaReservada,
  resposta: 'lida' | 'inexistente',
): Promise<boolean> {
  const { count } = await tx`
    update consultas
    set lidas = greatest(lidas, ${consulta.pedidas}), resposta = ${resposta}, respondida_em = now(), ultimo_erro = null,
      tentativas = 0, proxima_tentativa_em = null, reserva = null, reservado_ate = null
    where origem = ${consulta.origem} and recurso_id = ${consulta.recurso_id} and reserva = ${consulta.reserva}`;
  return count === 1;
}

export async function adiarConsulta(
  sql: Sql,
  consulta: ConsultaReservada,
  { erro, esperaMs }: { erro: string; esperaMs: number },
): Promise<void> {
  await sql`
    update consultas
    set ultimo_erro = ${erro}, proxima_tentativa_em = now() + ${esperaMs}::float8 * interval '1 ms', reserva = null,
      reservado_ate = null
    where origem = ${consulta.origem} and recurso_id = ${consulta.recurso_id} and reserva = ${consulta.reserva}`;
}

/** Orders whose wish is due and reserved by nobody, one page by key. */
export async function consultasPendentes(
  sql: Sql,
  pagina: { aPartirDe: Chave | null; limite: number; idadeMinimaMs: number },
): Promise<Chave[]> {
  const { aPartirDe: ultima, limite, idadeMinimaMs } = pagina;
  return sql<Chave[]>`
    select origem, recurso_id from consultas
    where lidas < pedidas and (origem, recurso_id) > (${ultima?.origem ?? ''}, ${ultima?.recurso_id ?? ''})
      and pedida_em <= now() - ${idadeMinimaMs}::float8 * interval '1 ms'
      and (reservado_ate is null or reservado_ate <= now())
      and (proxima_tentativa_em is null or proxima_tentativa_em <= now())
    order by origem, recurso_id
    limit ${limite}`;
}

export interface ConsultaDoPedido {
  motivo: MotivoDeLeitura;
  pedidas: number;
  lidas: number;
  pedida_em: Date;
  tentativas: number;
  proxima_tentativa_em: Date | null;
  ultimo_erro: string | null;
  resposta: 'lida' | 'inexistente' | null;
  respondida_em: Date | null;
}

export async function consultaDoPedido(sql: Sql, chave: Chave): Promise<ConsultaDoPedido | null> {
  const [linha] = await sql<ConsultaDoPedido[]>`
    select motivo, pedidas, lidas, pedida_em, tentativas, proxima_tentativa_em, ultimo_erro, resposta, respondida_em
    from consultas where origem = ${chave.origem} and recurso_id = ${chave.recurso_id}`;
  return linha ?? null;
}
