import type { Leitura, Status } from '@entrada/domain';
import { email } from '../campos.ts';
import { ehObjeto, type Objeto } from '../corpo.ts';
import { lerDinheiro } from '../dinheiro.ts';
import { lerInstante } from '../instante.ts';
import { nomearPalavra } from '../palavra.ts';
import { lerReembolso } from './pagamento.ts';

/** States of the Orders API. One that failed can be paid by another try of the shop; it is not a cancelled order. */
const STATUS_DA_ORDEM: ReadonlyMap<string, Status> = new Map([
  ['created', 'criado'],
  ['action_required', 'criado'],
  ['processing', 'criado'],
  ['failed', 'criado'],
  ['processed', 'pago'],
  ['canceled', 'cancelado'],
  ['expired', 'cancelado'],
  ['refunded', 'reembolsado'],
]);

/** The shop's own reference; null where the object has none. */
export function lerReferencia({ external_reference }: Objeto): string | null {
  return typeof external_reference === 'string' && external_reference !== '' ? external_reference : null;
}

/**
 * An order of the Orders API.
 * @param agora when it was answered, for answers that do not say when it changed
 */
export function lerOrdem(ordem: Objeto, agora: number | null): Leitura | { motivo: string } {
  const { status: palavra, status_detail, transactions } = ordem;
  const status = typeof palavra === 'string' ? STATUS_DA_ORDEM.get(palavra) : undefined;
  if (status === undefined)
    return { motivo: `status ${typeof palavra === 'string' ? nomearPalavra(palavra) : 'must be a string'}` };
  const devolvida = status === 'pago' && status_detail === 'refunded';
  const refunds = ehObjeto(transactions) && Array.isArray(transactions.refunds) ? transactions.refunds : [];
  const moeda = typeof ordem.currency === 'string' ? ordem.currency : '';
  const reembolsos = refunds.flatMap((r: unknown) => lerReembolso(r, moeda));
  const lida = comCampos(ordem, devolvida ? 'reembolsado' : status, ordem.last_updated_date, agora);
  return 'motivo' in lida ? lida : { ...lida, ...(reembolsos.length > 0 && { marcas: { reembolsos } }) };
}

/** A merchant order that no payment was made for yet. */
export function lerOrdemDoComercio(ordem: Objeto): Leitura | { motivo: string } {
  return comCampos(ordem, ordem.cancelled === true ? 'cancelado' : 'criado', ordem.last_updated, null);
}

function comCampos(
  ordem: Objeto,
  status: Status,
  instante: unknown,
  agora: number | null,
): Leitura | { motivo: string } {
  const occurredAt = typeof instante === 'string' ? lerInstante(instante) : instante === undefined ? agora : null;
  if (occurredAt === null) return { motivo: 'the moment of the last change must be an instant that exists' };
  const moeda = typeof ordem.currency === 'string' ? ordem.currency : '';
  const semTotal = ordem.total_amount === undefined || ordem.total_amount === null;
  const total = semTotal ? null : lerDinheiro(ordem.total_amount, moeda);
  if (!semTotal && total === null) return { motivo: 'total_amount must be a decimal of the currency' };
  const lido = email('payer.email').safeParse(ehObjeto(ordem.payer) ? ordem.payer.email : null);
  if (!lido.success) return { motivo: lido.error.issues.map((i) => i.message).join('; ') };
  return { status, occurredAt, sequence: null, dados: { total_centavos: total, cliente_email: lido.data || null } };
}
