import {
  aplicarFatos,
  type Dados,
  type EventoLido,
  type Fato,
  type FatoConhecido,
  NENHUM_NASCIDO,
  type Regras,
  type Status,
  separarFatos,
  TERMINAIS,
} from '@entrada/domain';
import { evento } from './exemplos.suite.ts';
import {
  type Chave,
  type EventoPendente,
  encerrarEventos,
  eventoComFato,
  eventoSemFato,
  gravarAplicacoes,
  inserirEventos,
  lerBases,
  lerHistoria,
  lerNascidos,
  lerPedidos,
  lerPendentes,
  type Sql,
  transacao,
  travarPedidos,
} from './index.ts';

export const REGRAS: Regras = { criterio: 'sequencia', saidas: TERMINAIS, apiVence: false };

/** What a test writes into a payload; `seq: null` is an event that nobody can read. */
export interface Escrito extends Partial<Dados> {
  id: string;
  status: Status;
  seq: number | null;
}

/** Reads such a payload: the dialect of these tests. */
export function lerEscrito<E extends { evento_id: string; fonte: Fato['fonte']; recebido_em: Date; payload: string }>(
  linha: E,
): EventoLido<E> {
  const { status, seq, total_centavos = null, cliente_email = null }: Escrito = JSON.parse(linha.payload);
  if (seq === null) return { evento: linha, resultado: 'invalido', erro: 'no sequence' };
  const leitura = { status, sequence: seq, occurredAt: null, dados: { total_centavos, cliente_email } };
  return { evento: linha, leitura, antes: null };
}

export async function chegar(sql: Sql, chave: Chave, escritos: readonly Escrito[]): Promise<void> {
  await inserirEventos(
    sql,
    escritos.map((e) => {
      const payload = JSON.stringify(e);
      return evento(e.id, { ...chave, payload, corpo: Buffer.from(payload), tipo: `order.${e.status}` });
    }),
  );
}

/** Applies what is pending, as the worker does: lock, read, fold, write. */
export async function aplicar(
  sql: Sql,
  chave: Chave,
  ler: (e: EventoPendente) => EventoLido<EventoPendente> = lerEscrito,
  regras: Regras = REGRAS,
): Promise<void> {
  await transacao(sql, async (tx) => {
    await travarPedidos(tx, [chave]);
    const { eventos } = await lerPendentes(tx, [chave]);
    const { comFato, semFato } = separarFatos(eventos.map(ler), regras.criterio);
    const [linha] = await lerPedidos(tx, [chave]);
    const [nascidos] = await lerNascidos(tx, [chave]);
    const [base] = await lerBases(tx, [chave]);
    const historia: FatoConhecido[] = await lerHistoria(tx, [chave]);
    const fechados = semFato.map((e) => eventoSemFato(chave.origem, e));
    if (comFato.length > 0) {
      const pedido = {
        atual: linha?.estado ?? null,
        historia,
        base: base?.base ?? null,
        nascidos: nascidos?.nascidos ?? NENHUM_NASCIDO,
      };
      const aplicacao = aplicarFatos(
        pedido,
        comFato.map((c) => c.fato),
        regras,
      );
      await gravarAplicacoes(tx, [{ chave, aplicacao }]);
      const resultadoDe = new Map(aplicacao.resultados.map((r) => [r.evento_id, r.resultado]));
      fechados.push(...comFato.map((e) => eventoComFato(chave.origem, e, resultadoDe.get(e.evento.evento_id)!)));
    }
    await encerrarEventos(tx, fechados);
  });
}

export async function viver(sql: Sql, chave: Chave, ...lotes: Escrito[][]): Promise<void> {
  for (const lote of lotes) {
    await chegar(sql, chave, lote);
    await aplicar(sql, chave);
  }
}
