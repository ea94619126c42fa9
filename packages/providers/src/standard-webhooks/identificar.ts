import { lerCorpo } from '../corpo.ts';
import type { Dialeto } from '../dialeto.ts';
import { defeitoDoTexto, lerEventoId, lerId } from '../ids.ts';
import { idDaEntrega } from './autenticar.ts';
import { falaDePedido, type Mapa, valorEm } from './mapa.ts';

/** The event is what the header `webhook-id` names, the same in every attempt; type and order are where the mapping says. */
export const criarIdentificar =
  (mapa: Mapa): Dialeto['identificar'] =>
  (entrega) => {
    const corpo = lerCorpo(entrega.corpo);
    if ('quarentena' in corpo) return corpo;
    const evento = lerEventoId(idDaEntrega(entrega), 'the header webhook-id');
    if ('quarentena' in evento) return evento;
    const tipo = valorEm(corpo.objeto, mapa.tipo);
    if (typeof tipo !== 'string') return { quarentena: `${mapa.tipo.join('.')} must be a string` };
    const defeito = defeitoDoTexto(tipo);
    if (defeito !== null) return { quarentena: `${mapa.tipo.join('.')} ${defeito}` };

    const comum = { evento_id: evento.id, tipo, payload: corpo.texto };
    if (!falaDePedido(mapa, tipo)) return { ...comum, recurso_id: null, resultado: 'tipo_ignorado' };
    const recurso = lerId(valorEm(corpo.objeto, mapa.pedido), mapa.pedido.join('.'));
    return 'quarentena' in recurso ? recurso : { ...comum, recurso_id: recurso.id, resultado: null };
  };
