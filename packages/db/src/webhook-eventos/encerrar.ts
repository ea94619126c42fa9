import type {
  Dados,
  Decisao,
  EventoComFato,
  EventoDatado,
  EventoSemFato,
  MarcasDitas,
  Resultado,
  Status,
} from '@entrada/domain';
import { emPartes, linhas } from '../chave.ts';
import type { Tx } from '../transacao.ts';

export interface EventoEncerrado {
  origem: string;
  evento_id: string;
  resultado: Resultado;
  /** Why, where the event is `invalido`. */
  erro: string | null;
  /** The fact, where the event became one: status, versao and dados together. */
  status: Status | null;
  versao: number | null;
  ocorreu_em: Date | null;
  dados: Dados | null;
  /** What it says of refunds and disputes. */
  marcas?: MarcasDitas | null;
}

/** The row of an event that is a fact. */
export function eventoComFato(
  origem: string,
  { evento: { evento_id }, leitura, fato: { status, versao, dados }, marcas }: EventoComFato<EventoDatado>,
  resultado: Resultado,
): EventoEncerrado {
  const ocorreu_em = leitura.occurredAt === null ? null : new Date(leitura.occurredAt);
  return { origem, evento_id, resultado, erro: null, status, versao, ocorreu_em, dados, marcas };
}

/** The row of an event that never became one. */
export function eventoSemFato(
  origem: string,
  { evento: { evento_id }, resultado, erro, marcas = null }: EventoSemFato<EventoDatado>,
): EventoEncerrado {
  return { origem, evento_id, resultado, erro, status: null, versao: null, ocorreu_em: null, dados: null, marcas };
}

/**
 * Closes pending events; one that is closed already stays as it is. Asked by resultado: `aplicado_em is null` would let the
 * planner look for each of them in the index of everything that is pending, instead of by its key.
 */
export async function encerrarEventos(tx: Tx, eventos: readonly EventoEncerrado[]): Promise<void> {
  await emPartes(
    eventos,
    (parte) => tx`
    update webhook_eventos e
    set aplicado_em = now(), proxima_tentativa_em = null, resultado = n.resultado, erro = n.erro,
      status = n.status, versao = n.versao, ocorreu_em = n.ocorreu_em, dados = n.dados, marcas = n.marcas
    from jsonb_to_recordset(${linhas(tx, parte)}) as n (
      origem text, evento_id text, resultado text, erro text, status text, versao bigint, ocorreu_em timestamptz, dados jsonb,
      marcas jsonb)
    where e.origem = n.origem and e.evento_id = n.evento_id and e.resultado is null`,
  );
}

export interface ResultadoCorrigido {
  origem: string;
  evento_id: string;
  resultado: Decisao;
  /** The event whose arrival changed what this one meant. */
  corrigido_por: string;
}

export async function corrigirResultados(tx: Tx, correcoes: readonly ResultadoCorrigido[]): Promise<void> {
  await emPartes(
    correcoes,
    (parte) => tx`
    update webhook_eventos e set resultado = n.resultado, corrigido_por = n.corrigido_por
    from jsonb_to_recordset(${linhas(tx, parte)}) as n (
      origem text, evento_id text, resultado text, corrigido_por text)
    where e.origem = n.origem and e.evento_id = n.evento_id and e.status is not null`,
  );
}
