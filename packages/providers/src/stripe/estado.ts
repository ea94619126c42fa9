import type { MarcasDoEvento, Status } from '@entrada/domain';
import { z } from 'zod';
import { centavos, email } from '../campos.ts';
import { ehObjeto, type Objeto } from '../corpo.ts';
import { nomearPalavra } from '../palavra.ts';
import type { ObjetoDoEvento } from './objeto.ts';

/** What an object says of its order. `ignorado`: nothing, such as an attempt to pay that failed. */
export type Dito =
  | { status: Status; total: number | null; email: string | null; marcas?: MarcasDoEvento }
  | { anotacao: MarcasDoEvento }
  | { ignorado: true }
  | { invalido: string };

const INTENCAO: ReadonlyMap<string, Status> = new Map([
  ['requires_payment_method', 'criado'],
  ['requires_confirmation', 'criado'],
  ['requires_action', 'criado'],
  ['requires_capture', 'criado'],
  ['processing', 'criado'],
  ['succeeded', 'pago'],
  ['canceled', 'cancelado'],
]);
const DISPUTA_FECHADA: readonly unknown[] = ['won', 'lost', 'warning_closed', 'prevented', 'charge_refunded'];

/** Reads the fields of one object, never the type of the event: Stripe tells what the object is, the type only why. */
export function lerObjeto({ especie, objeto }: ObjetoDoEvento): Dito {
  switch (especie) {
    case 'payment_intent':
      return intencao(objeto);
    case 'charge':
      return cobranca(objeto);
    case 'checkout.session':
      return sessao(objeto);
    case 'refund':
      return anotar({ reembolsos: [objeto].flatMap(reembolso) }, 'a refund must have an id and an amount');
    case 'dispute':
      return anotar({ disputas: [objeto].flatMap(disputa) }, 'a dispute must have an id');
  }
}

/** The refunds of a list, each under its own id; those that failed or are on their way count as nothing. */
export const lerReembolsos = (lista: unknown): NonNullable<MarcasDoEvento['reembolsos']> =>
  elementos(lista).flatMap(reembolso);

export const lerDisputas = (lista: unknown): NonNullable<MarcasDoEvento['disputas']> =>
  elementos(lista).flatMap(disputa);

function intencao(objeto: Objeto): Dito {
  const palavra = objeto.status;
  const status = typeof palavra === 'string' ? INTENCAO.get(palavra) : undefined;
  if (status === undefined)
    return { invalido: `status ${typeof palavra === 'string' ? nomearPalavra(palavra) : 'must be a string'}` };
  const paga = ehObjeto(objeto.latest_charge) ? objeto.latest_charge : {};
  const devolvida = status === 'pago' && toda(paga);
  return comCampos(devolvida ? 'reembolsado' : status, objeto.amount, objeto.receipt_email ?? enderecoDe(paga));
}

/** A charge that was not captured was never paid: to give it back is to cancel it. */
function cobranca(objeto: Objeto): Dito {
  if (objeto.status !== 'succeeded') return { ignorado: true };
  const devolvida = toda(objeto);
  const capturada = objeto.captured !== false;
  const status = capturada ? (devolvida ? 'reembolsado' : 'pago') : devolvida ? 'cancelado' : 'criado';
  const reembolsos = ehObjeto(objeto.refunds) ? lerReembolsos(objeto.refunds.data) : [];
  return comCampos(status, objeto.amount, enderecoDe(objeto), reembolsos.length > 0 ? { reembolsos } : undefined);
}

/** Slips and transfers complete a session first and pay it later. */
function sessao(objeto: Objeto): Dito {
  const { payment_status, customer_details, customer_email, amount_total } = objeto;
  if (objeto.status === 'expired') return { ignorado: true };
  if (payment_status !== 'paid' && payment_status !== 'unpaid')
    return {
      invalido: `payment_status ${typeof payment_status === 'string' ? nomearPalavra(payment_status) : 'must be a string'}`,
    };
  const endereco = ehObjeto(customer_details) ? (customer_details.email ?? customer_email) : customer_email;
  return comCampos(payment_status === 'paid' ? 'pago' : 'criado', amount_total, endereco);
}

const CAMPOS = z.object({ total: centavos('the amount'), email: email('the email') });

function comCampos(status: Status, total: unknown, endereco: unknown, marcas?: MarcasDoEvento): Dito {
  const lido = CAMPOS.safeParse({ total, email: endereco });
  if (!lido.success) return { invalido: lido.error.issues.map((i) => i.message).join('; ') };
  return { status, total: lido.data.total ?? null, email: lido.data.email || null, ...(marcas && { marcas }) };
}

function anotar(anotacao: MarcasDoEvento, falta: string): Dito {
  const ditas = [...(anotacao.reembolsos ?? []), ...(anotacao.disputas ?? [])];
  return ditas.length === 0 ? { invalido: falta } : { anotacao };
}

const REEMBOLSO = z.object({ id: z.string().min(1).max(255), amount: z.int().nonnegative() });

function reembolso(objeto: unknown): NonNullable<MarcasDoEvento['reembolsos']>[number][] {
  const lido = REEMBOLSO.safeParse(objeto);
  if (!lido.success || !ehObjeto(objeto)) return [];
  const feito = objeto.status === 'succeeded' || objeto.status === undefined || objeto.status === null;
  return [{ id: lido.data.id, centavos: feito ? lido.data.amount : 0 }];
}

function disputa(objeto: unknown): NonNullable<MarcasDoEvento['disputas']>[number][] {
  const lido = REEMBOLSO.pick({ id: true }).safeParse(objeto);
  return lido.success && ehObjeto(objeto)
    ? [{ id: lido.data.id, aberta: !DISPUTA_FECHADA.includes(objeto.status) }]
    : [];
}

/** Whether all that was taken was given back. */
function toda(objeto: Objeto): boolean {
  if (objeto.refunded === true) return true;
  const tomado = objeto.captured === false ? objeto.amount : (objeto.amount_captured ?? objeto.amount);
  const dado = objeto.amount_refunded;
  return typeof tomado === 'number' && typeof dado === 'number' && dado > 0 && dado >= tomado;
}

function enderecoDe({ billing_details, receipt_email }: Objeto): unknown {
  return (ehObjeto(billing_details) ? billing_details.email : undefined) ?? receipt_email;
}

const elementos = (lista: unknown): unknown[] => (Array.isArray(lista) ? lista : []);
