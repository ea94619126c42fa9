import type { Leitura, MarcasDoEvento, Status } from '@entrada/domain';
import { z } from 'zod';
import { email } from '../campos.ts';
import { ehObjeto } from '../corpo.ts';
import { lerDinheiro } from '../dinheiro.ts';
import { lerId } from '../ids.ts';
import { lerInstante } from '../instante.ts';
import { nomearPalavra } from '../palavra.ts';

/** What is left of a payment that an order is made of. Amounts in the smallest unit of the currency. */
export interface Pagamento {
  id: string;
  referencia: string | null;
  estado: Estado;
  /** Milliseconds since the epoch. */
  mudou_em: number;
  valor: number;
  devolvido: number;
  email: string | null;
  em_disputa: boolean;
  reembolsos: { id: string; centavos: number }[];
}

/** What a payment does for its order: an order may have several, and one that was rejected cancels nothing. */
type Estado = 'vale' | 'devolvido' | 'aberto' | 'cancelado';

const ESTADO: ReadonlyMap<string, Estado> = new Map([
  ['approved', 'vale'],
  // Disputes: who wins is not known yet, and the order is not touched by it.
  ['in_mediation', 'vale'],
  ['charged_back', 'vale'],
  ['refunded', 'devolvido'],
  ['pending', 'aberto'],
  ['authorized', 'aberto'],
  ['in_process', 'aberto'],
  ['rejected', 'aberto'],
  ['cancelled', 'cancelado'],
]);
const DISPUTA_FECHADA: readonly unknown[] = ['settled', 'reimbursed'];

const INSTANTE = 'date_last_updated must be an instant that exists, with Z or an offset';
const PAGAMENTO = z.object({
  status: z.string('status must be a string'),
  date_last_updated: z
    .string(INSTANTE)
    .transform(lerInstante)
    .refine((ms) => ms !== null, INSTANTE),
  external_reference: z.string('external_reference must be a string').nullish(),
  currency_id: z.string('currency_id must be a string').nullish(),
  payer: z.object({ email: email('payer.email') }, 'payer must be an object').nullish(),
  refunds: z.array(z.unknown(), 'refunds must be a list').nullish(),
});

/** A payment as the API writes it, or all that is wrong with it. */
export function lerPagamento(entrada: unknown): Pagamento | { motivo: string } {
  if (!ehObjeto(entrada)) return { motivo: 'the payment must be an object' };
  const lido = PAGAMENTO.safeParse(entrada);
  const id = lerId(entrada.id, 'id');
  if (!lido.success) return { motivo: lido.error.issues.map((i) => i.message).join('; ') };
  if ('quarentena' in id) return { motivo: id.quarentena };
  const { status, date_last_updated, external_reference, payer, refunds } = lido.data;
  const moeda = lido.data.currency_id ?? '';
  const estado = ESTADO.get(status);
  if (estado === undefined) return { motivo: `status ${nomearPalavra(status)}` };
  const valor = lerDinheiro(entrada.transaction_amount ?? 0, moeda);
  const devolvido = lerDinheiro(entrada.transaction_amount_refunded ?? 0, moeda);
  if (valor === null || devolvido === null)
    return { motivo: 'transaction_amount and transaction_amount_refunded must be decimals of the currency' };
  return {
    id: id.id,
    referencia: external_reference || null,
    estado: estado === 'vale' && valor > 0 && devolvido >= valor ? 'devolvido' : estado,
    mudou_em: date_last_updated ?? 0,
    valor,
    devolvido,
    email: payer?.email || null,
    em_disputa:
      status === 'in_mediation' || (status === 'charged_back' && !DISPUTA_FECHADA.includes(entrada.status_detail)),
    reembolsos: (refunds ?? []).flatMap((r) => lerReembolso(r, moeda)),
  };
}

/** Refunds that are on their way, or did not come about, count as nothing. */
export function lerReembolso(entrada: unknown, moeda: string): Pagamento['reembolsos'] {
  if (!ehObjeto(entrada)) return [];
  const id = lerId(entrada.id, 'id');
  const valor = lerDinheiro(entrada.amount, moeda);
  const feito = entrada.status === undefined || entrada.status === 'approved' || entrada.status === 'processed';
  return 'id' in id && valor !== null && valor >= 0 ? [{ id: id.id, centavos: feito ? valor : 0 }] : [];
}

/**
 * The order that these payments are for: paid while one of them holds, refunded once what was paid was given back, cancelled
 * only where each of them is.
 * @param pagamentos at least one, oldest change first
 */
export function lerPedidoDosPagamentos(pagamentos: readonly Pagamento[]): Leitura {
  const de = (estado: Estado): Pagamento[] => pagamentos.filter((p) => p.estado === estado);
  const [vale, devolvido, aberto] = [de('vale'), de('devolvido'), de('aberto')];
  const escolhas: [Pagamento[], Status][] = [
    [vale, 'pago'],
    [devolvido, 'reembolsado'],
    [aberto.slice(-1), 'criado'],
    [pagamentos.slice(-1), 'cancelado'],
  ];
  const [contam, status] = escolhas.find(([quais]) => quais.length > 0)!;
  const recentes = pagamentos.toSorted((a, b) => b.mudou_em - a.mudou_em);
  return {
    status,
    occurredAt: Math.max(...pagamentos.map((p) => p.mudou_em)),
    sequence: null,
    dados: {
      total_centavos: contam.reduce((soma, p) => soma + p.valor, 0),
      cliente_email: recentes.find((p) => p.email !== null)?.email ?? null,
    },
    marcas: marcasDosPagamentos(pagamentos),
  };
}

/** A payment is said to be out of dispute as well: nothing else tells that one has ended. */
function marcasDosPagamentos(pagamentos: readonly Pagamento[]): MarcasDoEvento {
  return {
    reembolsos: pagamentos.flatMap((p) => {
      if (p.reembolsos.length > 0 || p.devolvido === 0) return p.reembolsos;
      return [{ id: `total:${p.id}`, centavos: p.devolvido }];
    }),
    disputas: pagamentos.map((p) => ({ id: `payment:${p.id}`, aberta: p.em_disputa })),
  };
}
