import type { Leitura, Status } from '@entrada/domain';
import { z } from 'zod';
import { email } from '../campos.ts';
import { lerDinheiro } from '../dinheiro.ts';
import { lerInstante } from '../instante.ts';
import { nomearPalavra } from '../palavra.ts';
import type { Palavras } from '../palavras.ts';

/** What payment_status means for an order that is neither cancelled nor shipped. */
export const PALAVRAS: Palavras = new Map([
  ['pending', 'criado'],
  ['authorized', 'criado'],
  ['abandoned', 'criado'],
  ['partially_paid', 'criado'],
  ['paid', 'pago'],
  ['partially_refunded', 'pago'],
  ['voided', 'cancelado'],
  ['refunded', 'reembolsado'],
]);

/** How the API writes that an order left; older and newer versions of it differ. */
const ENVIADOS: ReadonlySet<string> = new Set(['shipped', 'fulfilled', 'delivered']);

const dinheiro = (campo: string) => z.union([z.string(), z.number()], `${campo} must be an amount`).nullish();
const texto = (campo: string) => z.string(`${campo} must be a string or null`).nullish();
const UPDATED_AT = 'updated_at must be an instant that exists, as RFC 3339 with Z or an offset';

const PEDIDO = z.object(
  {
    updated_at: z
      .string(UPDATED_AT)
      .transform(lerInstante)
      .refine((ms) => ms !== null, UPDATED_AT),
    status: texto('status'),
    payment_status: texto('payment_status'),
    shipping_status: texto('shipping_status'),
    total: dinheiro('total'),
    price: dinheiro('price'),
    currency: texto('currency'),
    contact_email: email('contact_email'),
    customer: z.object({ email: email('customer.email') }).nullish(),
  },
  'the order must be an object',
);
type Pedido = z.infer<typeof PEDIDO>;

/** An order of the API, or all that is wrong with it. */
export function lerPedido(entrada: unknown, palavras: Palavras): Leitura | { motivo: string } {
  const lido = PEDIDO.safeParse(entrada);
  if (!lido.success) return { motivo: lido.error.issues.map((i) => i.message).join('; ') };
  const { updated_at, total, price, currency, contact_email, customer } = lido.data;
  const status = lerStatus(lido.data, palavras);
  if (typeof status === 'object') return status;
  const valor = total ?? price ?? null;
  const total_centavos = valor === null ? null : lerDinheiro(valor, currency ?? '');
  if (valor !== null && (total_centavos === null || total_centavos < 0)) return { motivo: 'total must be an amount' };
  const cliente_email = contact_email || customer?.email || null;
  return { status, occurredAt: updated_at, sequence: null, dados: { total_centavos, cliente_email } };
}

function lerStatus(pedido: Pedido, palavras: Palavras): Status | { motivo: string } {
  const { status, payment_status: palavra, shipping_status } = pedido;
  const pagamento = palavra == null ? 'criado' : palavras.get(palavra);
  if (pagamento === 'reembolsado') return 'reembolsado';
  if (status === 'cancelled' || pagamento === 'cancelado') return 'cancelado';
  if (shipping_status != null && ENVIADOS.has(shipping_status)) return 'enviado';
  return pagamento ?? { motivo: `payment_status ${nomearPalavra(palavra ?? '')}` };
}
