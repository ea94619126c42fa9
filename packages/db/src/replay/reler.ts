import type { Criterio, EventoLido } from '@entrada/domain';
import { gravarAplicacoes } from '../aplicacoes.ts';
import { inserirAcao } from '../auditoria.ts';
import { type Chave, linhas } from '../chave.ts';
import type { Sql } from '../conectar.ts';
import { pedirConsultas } from '../consultas.ts';
import { travarPedidos } from '../locks.ts';
import { refazerMarcas } from '../marcas.ts';
import { fixarCriterio } from '../origens.ts';
import { type Tx, transacao } from '../transacao.ts';
import type { EventoEncerrado } from '../webhook-eventos/encerrar.ts';
import { type Calculo, calcular, type Relido } from './calcular.ts';
import { eventosDoFiltro, type Filtro } from './filtro.ts';
import type { Leitor } from './leitor.ts';
import { muda } from './releitura.ts';

/** A look: one snapshot, no lock, nothing written. */
export async function prever(sql: Sql, fazer: (tx: Tx) => Promise<Calculo>): Promise<Calculo> {
  return transacao(sql, async (tx) => {
    await tx`set transaction isolation level repeatable read, read only`;
    return fazer(tx);
  });
}

/**
 * Reads an order's events anew and writes what comes of it, in one transaction under the order's lock: no moment exists in
 * which a fact is taken back and not yet said anew, whoever looks and whatever dies.
 */
export async function relerPedido(
  sql: Sql,
  chave: Chave,
  { quem, ...o }: { filtro: Filtro; leitor: Leitor; criterio: Criterio | null; quem: string },
): Promise<Calculo> {
  return transacao(sql, async (tx) => {
    await travarPedidos(tx, [chave]);
    const calculo = await calcularPedido(tx, chave, o);
    if (!muda(calculo.releitura)) return calculo;
    if (o.criterio === null && calculo.criterio !== null) await firmarCriterio(tx, chave.origem, calculo.criterio);
    await gravar(tx, chave, calculo, quem);
    return calculo;
  });
}

export async function calcularPedido(
  tx: Tx,
  chave: Chave,
  { filtro, leitor, criterio }: { filtro: Filtro; leitor: Leitor; criterio: Criterio | null },
): Promise<Calculo> {
  const fechados: EventoLido<Relido>[] = [];
  for (let depoisDe: string | undefined = ''; depoisDe !== undefined; ) {
    const pagina = await eventosDoFiltro(tx, chave, filtro, depoisDe);
    // The payloads go with their page: only what was read of them stays.
    for (const lido of pagina.map((e) => leitor.ler(e))) {
      const { payload, ...evento } = lido.evento;
      fechados.push({ ...lido, evento });
    }
    depoisDe = pagina.at(-1)?.evento_id;
  }
  return calcular(tx, chave, leitor, criterio, { fechados, novos: [] });
}

async function gravar(tx: Tx, chave: Chave, calculo: Calculo, quem: string): Promise<void> {
  const { aplicacao, consulta, eventos, releitura } = calculo;
  await regravarEventos(tx, eventos);
  await refazerMarcas(tx, chave);
  if (aplicacao) await gravarAplicacoes(tx, [{ chave, aplicacao }]);
  if (consulta) await pedirConsultas(tx, [{ ...chave, motivo: consulta }]);
  const { antes, depois } = releitura;
  const detalhes = { eventos: releitura.eventos.length, de: antes?.status ?? '', para: depois?.status ?? '' };
  await inserirAcao(tx, { quem, acao: 'replay', chave, detalhes });
}

/** A live event may have fixed another one since: then nothing is written, and the next try reads by that one. */
async function firmarCriterio(tx: Tx, origem: string, criterio: Criterio): Promise<void> {
  if ((await fixarCriterio(tx, origem, criterio)) !== criterio)
    throw new Error(`the first live event of ${origem} has just fixed another criterion: run it again`);
}

/** Gives closed events what they were read as now. */
async function regravarEventos(tx: Tx, eventos: readonly EventoEncerrado[]): Promise<void> {
  if (eventos.length === 0) return;
  await tx`
    update webhook_eventos e
    set aplicado_em = now(), resultado = n.resultado, erro = n.erro, status = n.status, versao = n.versao,
      ocorreu_em = n.ocorreu_em, dados = n.dados, marcas = n.marcas, corrigido_por = null
    from jsonb_to_recordset(${linhas(tx, eventos)}) as n (
      origem text, evento_id text, resultado text, erro text, status text, versao bigint, ocorreu_em timestamptz, dados jsonb,
      marcas jsonb)
    where e.origem = n.origem and e.evento_id = n.evento_id and e.aplicado_em is not null`;
}
