import { ehObjeto, lerCorpo, type Objeto } from '../corpo.ts';
import type { Dialeto } from '../dialeto.ts';
import { defeitoDoTexto, lerEventoId, lerId } from '../ids.ts';
import { cabecalho } from './autenticar.ts';
import { PRIVACIDADE, TOPICOS } from './topicos.ts';

/**
 * The header X-Shopify-Webhook-Id is the event: one for each delivery, the same in its retries. Not X-Shopify-Event-Id,
 * which all deliveries of one action of the merchant share.
 * @param comTestes whether orders that somebody made to try the store count
 */
export const criarIdentificar =
  (comTestes: boolean): Dialeto['identificar'] =>
  (entrega) => {
    const corpo = lerCorpo(entrega.corpo);
    if ('quarentena' in corpo) return corpo;
    const tipo = cabecalho(entrega, 'topic');
    if (tipo === null) return { quarentena: 'the header x-shopify-topic is missing' };
    const defeito = defeitoDoTexto(tipo);
    if (defeito !== null) return { quarentena: `the header x-shopify-topic ${defeito}` };
    const evento = lerEventoId(cabecalho(entrega, 'webhook-id'), 'the header x-shopify-webhook-id');
    if ('quarentena' in evento) return evento;

    const comum = { evento_id: evento.id, tipo, payload: corpo.texto };
    if (PRIVACIDADE.has(tipo)) return { ...comum, recurso_id: null, resultado: 'privacidade' };
    const topico = TOPICOS.get(tipo);
    if (!topico) return { ...comum, recurso_id: null, resultado: 'tipo_ignorado' };
    if (corpo.objeto.test === true && !comTestes) return { ...comum, recurso_id: null, resultado: 'teste' };

    const id = valorEm(corpo.objeto, topico.caminho);
    // A dispute may be about a payment of which no order is known.
    if (topico.conteudo === 'disputa' && id === null) return { ...comum, recurso_id: null, resultado: 'tipo_ignorado' };
    const recurso = lerId(id, topico.caminho.join('.'));
    return 'quarentena' in recurso ? recurso : { ...comum, recurso_id: recurso.id, resultado: null };
  };

function valorEm(objeto: Objeto, caminho: readonly string[]): unknown {
  return caminho.reduce<unknown>((valor, campo) => (ehObjeto(valor) ? valor[campo] : undefined), objeto);
}
