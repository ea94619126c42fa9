import { ehObjeto, type Objeto } from '../corpo.ts';

/** The kinds of object that speak of an order, which to Stripe is a payment intent. */
const OBJETOS = ['payment_intent', 'charge', 'checkout.session', 'refund', 'dispute'] as const;
type Especie = (typeof OBJETOS)[number];

/** What an event is about: a copy of the object as it was then. */
export interface ObjetoDoEvento {
  especie: Especie;
  objeto: Objeto;
}

/** null where the event is about something else. */
export function objetoDoEvento(evento: Objeto): ObjetoDoEvento | null {
  const objeto = ehObjeto(evento.data) ? evento.data.object : undefined;
  if (!ehObjeto(objeto)) return null;
  const especie = OBJETOS.find((e) => e === objeto.object);
  return especie === undefined ? null : { especie, objeto };
}

/** The payment intent that an object speaks of, as its id; undefined or null where it names none. */
export function pedidoDoObjeto({ especie, objeto }: ObjetoDoEvento): unknown {
  const { payment_intent } = objeto;
  if (especie === 'payment_intent') return objeto.id;
  return ehObjeto(payment_intent) ? payment_intent.id : payment_intent;
}
