import { momento } from '../campos.ts';
import { ehObjeto } from '../corpo.ts';
import type { Interpretacao } from '../dialeto.ts';
import { lerObjeto } from './estado.ts';
import { objetoDoEvento } from './objeto.ts';

const CREATED = momento('created').nullish();

/** `created` says when, in seconds; the object says what. */
export function interpretar(evento: unknown): Interpretacao {
  if (!ehObjeto(evento)) return { invalido: 'the event must be an object' };
  const objeto = objetoDoEvento(evento);
  if (objeto === null) return { ignorado: true };
  const quando = CREATED.safeParse(evento.created);
  if (!quando.success) return { invalido: quando.error.issues.map((i) => i.message).join('; ') };
  const momentos = { occurredAt: quando.data ?? null, sequence: null };
  const dito = lerObjeto(objeto);
  if (!('status' in dito)) return 'anotacao' in dito ? { ...dito, ...momentos } : dito;
  const { status, total, email, marcas } = dito;
  return { status, ...momentos, dados: { total_centavos: total, cliente_email: email }, ...(marcas && { marcas }) };
}
