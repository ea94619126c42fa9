import { z } from 'zod';
import { centavos, email, sequencia } from '../campos.ts';
import type { Interpretacao } from '../dialeto.ts';
import { lerInstante } from '../instante.ts';
import { STATUS_DO_TIPO } from './status-do-tipo.ts';

const OCCURRED_AT = 'occurred_at must be an instant that exists, as RFC 3339 with Z or an offset';

/** The part of an event that changes an order. null says nothing, like a field that is missing. */
const EVENTO = z.object(
  {
    sequence: sequencia('sequence'),
    occurred_at: z
      .string(OCCURRED_AT)
      .transform(lerInstante)
      .refine((ms) => ms !== null, OCCURRED_AT)
      .nullish(),
    data: z.object(
      { total_cents: centavos('data.total_cents'), customer_email: email('data.customer_email') },
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
