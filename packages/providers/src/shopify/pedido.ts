import type { Leitura, MarcasDoEvento, Status } from '@entrada/domain';
import { z } from 'zod';
import { email } from '../campos.ts';
import { lerDinheiro } from '../dinheiro.ts';
import { lerId } from '../ids.ts';
import { lerInstante } from '../instante.ts';
import { nomearPalavra } from '../palavra.ts';
import type { Palavras } from '../palavras.ts';

/** What financial_status means for an order that is neither cancelled nor shipped. Only money that came in releases picking. */
export const PALAVRAS: Palavras = new Map([
  ['pending', 'criado'],
  ['authorized', 'criado'],
  ['partially_paid', 'criado'],
  ['expired', 'criado'],
  ['voided', 'criado'],
  ['paid', 'pago'],
  ['partially_refunded', 'pago'],
  ['refunded', 'reembolsado'],
]);

export const instante = (campo: string) =>
  z
    .string(`${campo} must be an instant`)
    .transform(lerInstante)
    .refine((ms) => ms !== null, `${campo} must be an instant that exists, as RFC 3339 with Z or an offset`);

const TRANSACAO = z.object({
  kind: z.string().nullish(),
  status: z.string().nullish(),
  amount: z.union([z.string(), z.number()]).nullish(),
  currency: z.string().nullish(),
});

const REEMBOLSO = z.object({ id: z.unknown(), transactions: z.array(TRANSACAO).nullish() });

const PEDIDO = z.object(
  {
    updated_at: instante('updated_at'),
    cancelled_at: z.string('cancelled_at must be an instant or null').nullish(),
    financial_status: z.string('financial_status must be a string or null').nullish(),
    fulfillment_status: z.string('fulfillment_status must be a string or null').nullish(),
    total_price: z.union([z.string(), z.number()], 'total_price must be an amount').nullish(),
    currency: z.string('currency must be a string').nullish(),
    email: email('email'),
    contact_email: email('contact_email'),
    refunds: z.array(z.unknown(), 'refunds must be a list').nullish(),
  },
  'the order must be an object',
);
type Pedido = z.infer<typeof PEDIDO>;

/** All of an order, as its events and its API write it alike; or all that is wrong with it. */
export function lerPedido(entrada: unknown, palavras: Palavras): Leitura | { invalido: string } {
  const lido = PEDIDO.safeParse(entrada);
  if (!lido.success) return { invalido: lido.error.issues.map((i) => i.message).join('; ') };
  const { updated_at, total_price, currency, email, contact_email, refunds } = lido.data;
  const status = lerStatus(lido.data, palavras);
  if (typeof status === 'object') return status;
  const total = total_price == null ? null : lerDinheiro(total_price, currency ?? '');
  if (total_price != null && (total === null || total < 0))
    return { invalido: 'total_price must be an amount of money' };
  const reembolsos = (refunds ?? []).flatMap((r) => lerReembolso(r, currency ?? '') ?? []);
  return {
    status,
    occurredAt: updated_at,
    sequence: null,
    dados: { total_centavos: total, cliente_email: email || contact_email || null },
    ...(reembolsos.length > 0 && { marcas: { reembolsos } }),
  };
}

/** The state out of the fields: every topic may carry an order in any state, an old one in a retry included. */
function lerStatus(pedido: Pedido, palavras: Palavras): Status | { invalido: string } {
  const { financial_status: palavra, cancelled_at, fulfillment_status } = pedido;
  const pagamento = palavra == null ? 'criado' : palavras.get(palavra);
  if (pagamento === 'reembolsado') return 'reembolsado';
  if (cancelled_at) return 'cancelado';
  if (fulfillment_status === 'fulfilled') return 'enviado';
  return pagamento ?? { invalido: `financial_status ${nomearPalavra(palavra ?? '')}` };
}

/**
 * One refund, by its own id: what was really paid back, which is neither the value of what was sent back nor what is still
 * on its way. null where it is none.
 */
export function lerReembolso(
  entrada: unknown,
  moeda: string,
): NonNullable<MarcasDoEvento['reembolsos']>[number] | null {
  const lido = REEMBOLSO.safeParse(entrada);
  const id = lerId(lido.data?.id, 'id');
  if (!lido.success || 'quarentena' in id) return null;
  const centavos = (lido.data.transactions ?? [])
    .filter((t) => t.kind === 'refund' && t.status === 'success')
    .reduce((soma, t) => soma + Math.max(0, lerDinheiro(t.amount, t.currency ?? moeda) ?? 0), 0);
  return Number.isSafeInteger(centavos) ? { id: id.id, centavos } : null;
}
