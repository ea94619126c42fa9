import { z } from 'zod';
import type { Interpretacao } from '../dialeto.ts';
import { lerInstante } from '../instante.ts';
import { STATUS_DO_TIPO } from './status-do-tipo.ts';

const SEQUENCE = 'sequence must be a whole number from 0 to 2^53 - 1';
const OCCURRED_AT = 'occurred_at must be an instant that exists, as RFC 3339 with Z or an offset';
const TOTAL_CENTS = 'data.total_cents must be a whole number of cents from 0 to 2^53 - 1, or null';
const CUSTOMER_EMAIL = 'data.customer_email must be a string or null';

const inteiro = (mensagem: string) => z.int(mensagem).nonnegative(mensagem);
const digitos = z.string().regex(/^\d+$/).transform(Number);

/** The part of an event that changes an order. null says nothing, like a field that is missing. */
const EVENTO = z.object(
  {
    sequence: z.union([z.number(), digitos], SEQUENCE).pipe(inteiro(SEQUENCE)).nullish(),
    occurred_at: z
      .string(OCCURRED_AT)
      .transform(lerInstante)
      .refine((ms) => ms !== null, OCCURRED_AT)
      .nullish(),
    data: z.object(
      {
        total_cents: inteiro(TOTAL_CENTS).nullish(),
        customer_email: z.string(CUSTOMER_EMAIL).nullish(),
      },
      'data must be an object',
    ),
  },
  'the event must be an object',
);

/** The type says the state; sequence, occurred_at and data say the rest. All that is wrong is named at once. */
export function interpretar(payload: unknown, evento: { tipo: string }): Interpretacao {
  const status = STATUS_DO_TIPO.get(evento.tipo);
  if (status === undefined) return { ignorado: true };
  const lido = EVENTO.safeParse(payload);
  if (!lido.success) return { invalido: lido.error.issues.map((i) => i.message).join('; ') };
  const { sequence, occurred_at, data } = lido.data;
  return {
    status,
    sequence: sequence ?? null,
    occurredAt: occurred_at ?? null,
    dados: { total_centavos: data.total_cents ?? null, cliente_email: data.customer_email || null },
  };
}
