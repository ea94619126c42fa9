import { encerrado, type Status } from './status.ts';

/** What a transition asks of the ERP. Equal to the CHECK on outbox.efeito. */
export const EFEITOS = ['liberar_separacao', 'interromper_separacao', 'notificar_reembolso'] as const;
export type Efeito = (typeof EFEITOS)[number];

/** How many effects of each kind the order has had. Releases and interruptions alternate. */
export type Nascidos = Readonly<Record<Efeito, number>>;
export const NENHUM_NASCIDO: Nascidos = { liberar_separacao: 0, interromper_separacao: 0, notificar_reembolso: 0 };

export const separacaoEmVigor = (nascidos: Nascidos): boolean =>
  nascidos.liberar_separacao > nascidos.interromper_separacao;

/**
 * The effects of an order that went from `de` to `para` (rule 6), in the order in which they are born.
 * To be asked also where the state stayed: a late fact can take back the shipment that kept picking from being stopped.
 */
export function efeitosDaTransicao(
  de: Status | null,
  para: Status,
  pedido: { nascidos: Nascidos; foi_enviado: boolean },
): Efeito[] {
  const emVigor = separacaoEmVigor(pedido.nascidos);
  const efeitos: Efeito[] = [];
  if (para === 'pago' && de !== para && !emVigor) efeitos.push('liberar_separacao');
  if (encerrado(para) && emVigor && !pedido.foi_enviado) efeitos.push('interromper_separacao');
  if (para === 'reembolsado' && de !== para && pedido.nascidos.notificar_reembolso === 0)
    efeitos.push('notificar_reembolso');
  return efeitos;
}
