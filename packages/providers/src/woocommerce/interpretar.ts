import type { MarcasDoEvento, Status } from '@entrada/domain';
import { z } from 'zod';
import { email } from '../campos.ts';
import { ehObjeto, type Objeto } from '../corpo.ts';
import type { Dialeto, Interpretacao } from '../dialeto.ts';
import { lerDinheiro } from '../dinheiro.ts';
import { lerId } from '../ids.ts';
import { lerInstanteUtc } from '../instante.ts';
import type { Palavras } from '../palavras.ts';
import { soDizOId } from './identificar.ts';

/** How the order stood when it was sent, whatever the topic: WooCommerce sends from a queue. */
export function criarInterpretar(palavras: Palavras): Dialeto['interpretar'] {
  return (pedido, { tipo }) => {
    if (!tipo.startsWith('order.')) return { ignorado: true };
    if (!ehObjeto(pedido)) return { invalido: 'the order must be an object' };
    return soDizOId(pedido) ? { gatilho: true } : lerPedido(pedido, palavras);
  };
}

const INSTANTE = 'date_modified_gmt must be an instant that exists, in UTC and without a zone';
const FINO =
  'must be a decimal from 0, no finer than the smallest unit of the currency: set the number of decimals under WooCommerce, Settings, General';

const PEDIDO = z.object({
  status: z.string('status must be a string'),
  currency: z.string('currency must be a string'),
  date_modified_gmt: z
    .string(INSTANTE)
    .transform(lerInstanteUtc)
    .refine((ms) => ms !== null, INSTANTE)
    .nullish(),
  total: z.union([z.string(), z.number()], 'total must be a decimal').nullish(),
  billing: z.object({ email: email('billing.email') }, 'billing must be an object').nullish(),
  refunds: z.array(z.unknown(), 'refunds must be a list').nullish(),
});

/** An order as the REST API and the webhooks write it. All that is wrong is named at once. */
export function lerPedido(
  pedido: Objeto,
  palavras: Palavras,
): Exclude<Interpretacao, { gatilho: true } | { ignorado: true }> {
  const lido = PEDIDO.safeParse(pedido);
  if (!lido.success) return { invalido: lido.error.issues.map((i) => i.message).join('; ') };
  const { currency, total, billing, date_modified_gmt } = lido.data;
  const total_centavos = total == null ? null : lerDinheiro(total, currency);
  const reembolsos = (lido.data.refunds ?? []).map((r) => lerReembolso(r, currency));
  const ilegivel = reembolsos.some((r) => r === null);
  if ((total != null && (total_centavos === null || total_centavos < 0)) || ilegivel)
    return { invalido: ilegivel ? `each of refunds must have an id, and a total, which ${FINO}` : `total ${FINO}` };
  return {
    status: lerStatus(lido.data.status, pedido, palavras),
    sequence: null,
    occurredAt: date_modified_gmt ?? null,
    dados: { total_centavos, cliente_email: billing?.email || null },
    ...(reembolsos.length > 0 && { marcas: { reembolsos: reembolsos.filter((r) => r !== null) } }),
  };
}

/** Plug-ins add words of their own: of these the dates say how far the order came. */
function lerStatus(palavra: string, { date_completed_gmt, date_paid_gmt }: Objeto, palavras: Palavras): Status {
  const conhecida = palavras.get(palavra);
  if (conhecida !== undefined) return conhecida;
  if (typeof date_completed_gmt === 'string') return 'enviado';
  return typeof date_paid_gmt === 'string' ? 'pago' : 'criado';
}

/** WooCommerce writes what was given back as a negative amount. */
function lerReembolso(entrada: unknown, moeda: string): NonNullable<MarcasDoEvento['reembolsos']>[number] | null {
  if (!ehObjeto(entrada)) return null;
  const id = lerId(entrada.id, 'id');
  const total = lerDinheiro(entrada.total, moeda);
  return 'id' in id && total !== null ? { id: id.id, centavos: Math.abs(total) } : null;
}
