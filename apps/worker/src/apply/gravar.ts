import {
  anotarMarcas,
  type Chave,
  type EventoPendente,
  encerrarEventos,
  eventoComFato,
  eventoSemFato,
  gravarAplicacoes,
  pedirConsultas,
  type Tx,
} from '@entrada/db';
import type { Aplicacao, EventoComFato, EventoSemFato, MotivoDeLeitura } from '@entrada/domain';
import type { Pagina } from './aplicar-pedidos.ts';

export interface PedidoAplicado extends Pagina {
  chave: Chave;
  /** null where no event became a fact. */
  aplicacao: Aplicacao | null;
  /** Why the store is to be asked; null where there is no doubt. */
  leitura: MotivoDeLeitura | null;
  comFato: readonly EventoComFato<EventoPendente>[];
  semFato: readonly EventoSemFato<EventoPendente>[];
}

/**
 * Writes what the fold said, one statement per table whatever the number of orders. Refunds and disputes come first: the
 * body of an effect tells them.
 */
export async function gravarPedidosAplicados(tx: Tx, pedidos: readonly PedidoAplicado[]): Promise<void> {
  await anotarMarcas(
    tx,
    pedidos.flatMap(({ chave, comFato, semFato }) =>
      [...comFato, ...semFato].flatMap(({ marcas }) => (marcas ? [{ ...chave, ditas: marcas }] : [])),
    ),
  );
  await gravarAplicacoes(
    tx,
    pedidos.flatMap(({ chave, aplicacao }) => (aplicacao ? [{ chave, aplicacao }] : [])),
  );
  await pedirConsultas(
    tx,
    pedidos.flatMap(({ chave, leitura: motivo }) => (motivo === null ? [] : [{ ...chave, motivo }])),
  );
  await encerrarEventos(tx, pedidos.flatMap(encerramentos));
}

function encerramentos({ chave: { origem }, comFato, semFato, resultados }: PedidoAplicado) {
  const resultadoDe = new Map(resultados.map((r) => [r.evento_id, r.resultado]));
  return [
    ...comFato.map((e) => eventoComFato(origem, e, resultadoDe.get(e.evento.evento_id)!)),
    ...semFato.map((e) => eventoSemFato(origem, e)),
  ];
}
