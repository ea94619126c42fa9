import {
  anularPares,
  type Chave,
  corrigirResultados,
  encerrarEventos,
  gravarPedidos,
  inserirEfeitos,
  inserirTransicoes,
  pedirConsultas,
  type Tx,
} from '@entrada/db';
import { type Aplicacao, dadosDoEstado, type EfeitoNascido, type MotivoDeLeitura } from '@entrada/domain';
import type { Pagina } from './aplicar-pedidos.ts';
import type { EventoComFato, EventoSemFato } from './interpretar.ts';

export interface PedidoAplicado extends Pagina {
  chave: Chave;
  /** null where no event became a fact. */
  aplicacao: Aplicacao | null;
  /** Why the store is to be asked; null where there is no doubt. */
  leitura: MotivoDeLeitura | null;
  comFato: readonly EventoComFato[];
  semFato: readonly EventoSemFato[];
}

/** Writes what the fold said, one statement per table whatever the number of orders. */
export async function gravarAplicacoes(tx: Tx, pedidos: readonly PedidoAplicado[]): Promise<void> {
  const aplicados = pedidos.flatMap(({ chave, aplicacao }) => (aplicacao ? [{ chave, aplicacao }] : []));
  const cada = <T extends object>(escolher: (a: Aplicacao) => readonly T[]) =>
    aplicados.flatMap(({ chave, aplicacao }) => escolher(aplicacao).map((item) => ({ ...chave, ...item })));

  await gravarPedidos(
    tx,
    cada((a) => [{ estado: a.estado }]),
  );
  await inserirTransicoes(
    tx,
    cada((a) => a.transicoes),
  );
  await inserirEfeitos(
    tx,
    aplicados.flatMap(({ chave, aplicacao }) => aplicacao.efeitos.map((e) => efeitoNaOutbox(chave, e))),
  );
  await anularPares(
    tx,
    cada((a) => a.efeitos.filter((e) => e.efeito === 'interromper_separacao')),
  );
  await corrigirResultados(
    tx,
    cada((a) => a.correcoes).map(({ origem, evento_id, resultado, por }) => ({
      origem,
      evento_id,
      resultado,
      corrigido_por: por,
    })),
  );
  await pedirConsultas(
    tx,
    pedidos.flatMap(({ chave, leitura: motivo }) => (motivo === null ? [] : [{ ...chave, motivo }])),
  );
  await encerrarEventos(tx, pedidos.flatMap(encerramentos));
}

function encerramentos({ chave, comFato, semFato, resultados }: PedidoAplicado) {
  const { origem } = chave;
  const resultadoDe = new Map(resultados.map((r) => [r.evento_id, r.resultado]));
  return [
    ...comFato.map(({ evento: { evento_id }, leitura, fato }) => ({
      origem,
      evento_id,
      resultado: resultadoDe.get(evento_id)!,
      erro: null,
      status: fato.status,
      versao: fato.versao,
      ocorreu_em: leitura.occurredAt === null ? null : new Date(leitura.occurredAt),
      dados: fato.dados,
    })),
    ...semFato.map(({ evento: { evento_id }, resultado, erro }) => ({
      origem,
      evento_id,
      resultado,
      erro,
      status: null,
      versao: null,
      ocorreu_em: null,
      dados: null,
    })),
  ];
}

/** The body that the ERP gets, fixed now: one key, one body, however often it is sent. */
function efeitoNaOutbox({ origem, recurso_id }: Chave, { efeito, ocorrencia, evento_id, pedido }: EfeitoNascido) {
  return {
    origem,
    recurso_id,
    efeito,
    ocorrencia,
    evento_id,
    corpo: {
      origem,
      pedido_id: recurso_id,
      efeito,
      ocorrencia,
      pedido: {
        id: recurso_id,
        status: pedido.status,
        versao_origem: pedido.versao_origem,
        ...dadosDoEstado(pedido),
      },
    },
  };
}
