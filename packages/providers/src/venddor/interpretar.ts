import type { Status } from '@entrada/domain';
import { z } from 'zod';
import { centavos, email, momento } from '../campos.ts';
import { ehObjeto } from '../corpo.ts';
import type { Dialeto } from '../dialeto.ts';
import { nomearPalavra } from '../palavra.ts';
import type { Palavras } from '../palavras.ts';
import { CREATED, EVENTOS_DE_PEDIDO, STATUS_CHANGED } from './eventos.ts';

/** The part of a payload that changes an order, besides the state. null says nothing, like a field that is missing. */
const PAYLOAD = z.object({
  timestamp: momento('payload.timestamp').nullish(),
  total_cents: centavos('payload.total_cents'),
  customer_email: email('payload.customer_email'),
});

/** The payload's words say the state, its timestamp says when. All that is wrong is named at once. */
export function criarInterpretar(palavras: Palavras): Dialeto['interpretar'] {
  return (envelope, { tipo }) => {
    if (!EVENTOS_DE_PEDIDO.has(tipo)) return { ignorado: true };
    const payload = ehObjeto(envelope) ? envelope.payload : undefined;
    if (!ehObjeto(payload)) return { invalido: 'payload must be an object' };
    const status = lerStatus(payload, tipo, palavras);
    if (status === null) return { ignorado: true };
    const lido = PAYLOAD.safeParse(payload);
    const motivos = [
      ...(typeof status === 'object' ? [status.invalido] : []),
      ...(lido.error?.issues ?? []).map((i) => i.message),
    ];
    if (typeof status === 'object' || !lido.success) return { invalido: motivos.join('; ') };
    const { timestamp, total_cents, customer_email } = lido.data;
    return {
      status,
      sequence: null,
      occurredAt: timestamp ?? null,
      dados: { total_centavos: total_cents ?? null, cliente_email: customer_email || null },
    };
  };
}

/** A change of state says the state before it as well. A word that is not in the list says nothing. */
export function criarLacuna(palavras: Palavras): NonNullable<Dialeto['lacuna']> {
  return (envelope, { tipo }) => {
    if (tipo !== STATUS_CHANGED || !ehObjeto(envelope) || !ehObjeto(envelope.payload)) return null;
    const antes = traduzir(envelope.payload.old_status, palavras);
    return antes === undefined ? null : { antes };
  };
}

/** @returns null where the event says nothing about the state */
function lerStatus(
  { status, new_status }: { status?: unknown; new_status?: unknown },
  tipo: string,
  palavras: Palavras,
): Status | { invalido: string } | null {
  if (tipo !== STATUS_CHANGED) return traduzir(status, palavras) ?? (tipo === CREATED ? 'criado' : null);
  const motivo = typeof new_status === 'string' ? nomearPalavra(new_status) : 'must be a string';
  return traduzir(new_status, palavras) ?? { invalido: `payload.new_status ${motivo}` };
}

const traduzir = (palavra: unknown, palavras: Palavras): Status | undefined =>
  typeof palavra === 'string' ? palavras.get(palavra) : undefined;
