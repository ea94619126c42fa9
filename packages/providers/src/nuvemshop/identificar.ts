import { lerCorpo, type Objeto } from '../corpo.ts';
import type { Dialeto } from '../dialeto.ts';
import { chaveDoGatilho } from '../gatilho.ts';
import { defeitoDoTexto, lerId } from '../ids.ts';

/** Which field names the order, by what stands before the slash of an event. */
const CAMPOS: ReadonlyMap<string, string> = new Map([
  ['order', 'id'],
  ['fulfillment_order', 'order_id'],
]);

/** Whether the event is about an order. */
export const falaDePedido = (tipo: string): boolean => CAMPOS.has(familia(tipo));
const familia = (tipo: string): string => tipo.split('/', 1)[0] ?? '';

/** `{ store_id, event, id }`, and nothing that would tell one event from another of the same kind: each is a trigger. */
export const identificar: Dialeto['identificar'] = (entrega) => {
  const corpo = lerCorpo(entrega.corpo);
  if ('quarentena' in corpo) return corpo;
  const { objeto, texto: payload } = corpo;
  const { event } = objeto;
  if (event === undefined) return privacidade(objeto, payload, entrega.corpo);
  if (typeof event !== 'string') return { quarentena: 'event must be a string' };
  const defeito = defeitoDoTexto(event);
  if (defeito !== null) return { quarentena: `event ${defeito}` };

  const comum = { evento_id: chaveDoGatilho(event, entrega.corpo), tipo: event, payload, repetivel: true } as const;
  const campo = CAMPOS.get(familia(event));
  if (campo === undefined) return { ...comum, recurso_id: null, resultado: 'tipo_ignorado' };
  const recurso = lerId(objeto[campo], campo);
  return 'quarentena' in recurso ? recurso : { ...comum, recurso_id: recurso.id, resultado: null };
};

/** The three requests that the law asks for say no event: what they hold tells which one it is. */
function privacidade(objeto: Objeto, payload: string, bytes: Buffer): ReturnType<Dialeto['identificar']> {
  if (objeto.store_id === undefined || objeto.id !== undefined) return { quarentena: 'event is missing' };
  const tipo = tipoDoPedido(objeto);
  const evento_id = chaveDoGatilho(tipo, bytes);
  return { evento_id, tipo, payload, repetivel: true, recurso_id: null, resultado: 'privacidade' };
}

function tipoDoPedido({ customer, orders_to_redact }: Objeto): string {
  if (customer === undefined) return 'store/redact';
  return orders_to_redact === undefined ? 'customers/data_request' : 'customers/redact';
}
