import { lerCorpo } from '../corpo.ts';
import type { Dialeto } from '../dialeto.ts';
import { defeitoDoTexto, lerEventoId, lerId } from '../ids.ts';
import { objetoDoEvento, pedidoDoObjeto } from './objeto.ts';

/**
 * `{ id, type, data: { object } }`: the order is the payment intent of the object. What has none (subscriptions, payouts,
 * sessions that nobody has paid in yet) is ignored.
 * @param soProducao events of the test mode are `teste`
 */
export const criarIdentificar =
  (soProducao: boolean): Dialeto['identificar'] =>
  (entrega) => {
    const corpo = lerCorpo(entrega.corpo);
    if ('quarentena' in corpo) return corpo;
    const { id, type: tipo, livemode } = corpo.objeto;
    const evento = lerEventoId(id, 'id');
    if ('quarentena' in evento) return evento;
    if (typeof tipo !== 'string') return { quarentena: 'type must be a string' };
    const defeito = defeitoDoTexto(tipo);
    if (defeito !== null) return { quarentena: `type ${defeito}` };

    const comum = { evento_id: evento.id, tipo, payload: corpo.texto };
    if (soProducao && livemode === false) return { ...comum, recurso_id: null, resultado: 'teste' };
    const objeto = objetoDoEvento(corpo.objeto);
    const pedido = objeto && pedidoDoObjeto(objeto);
    const eOPedido = objeto?.especie === 'payment_intent';
    if (!eOPedido && (pedido === null || pedido === undefined))
      return { ...comum, recurso_id: null, resultado: 'tipo_ignorado' };
    const recurso = lerId(pedido, eOPedido ? 'data.object.id' : 'data.object.payment_intent');
    return 'quarentena' in recurso ? recurso : { ...comum, recurso_id: recurso.id, resultado: null };
  };
