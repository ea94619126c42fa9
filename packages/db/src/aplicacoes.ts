import { type Aplicacao, dadosDoEstado, type EfeitoNascido } from '@entrada/domain';
import type { Chave } from './chave.ts';
import { anularPares, inserirEfeitos, type NovoEfeito } from './outbox.ts';
import { gravarPedidos } from './pedidos.ts';
import type { Tx } from './transacao.ts';
import { inserirTransicoes } from './transicoes.ts';
import { corrigirResultados } from './webhook-eventos/encerrar.ts';

export interface AplicacaoDoPedido {
  chave: Chave;
  aplicacao: Pick<Aplicacao, 'estado' | 'transicoes' | 'efeitos' | 'correcoes'>;
}

/**
 * Writes what the fold said of these orders, whose locks the transaction holds: rows, transitions, effects, corrected
 * results. One statement per table whatever the number of orders. The events themselves are the caller's to close.
 */
export async function gravarAplicacoes(tx: Tx, aplicados: readonly AplicacaoDoPedido[]): Promise<void> {
  const cada = <T extends object>(escolher: (a: AplicacaoDoPedido['aplicacao']) => readonly T[]) =>
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
}

/** The body that the ERP gets, fixed now: one key, one body, however often it is sent. */
function efeitoNaOutbox(
  { origem, recurso_id }: Chave,
  { efeito, ocorrencia, evento_id, pedido }: EfeitoNascido,
): NovoEfeito {
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
        marcas: { reaberto: pedido.reaberto },
      },
    },
  };
}
