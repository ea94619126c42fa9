/** The five states of an order. Equal to the CHECK on pedidos.status. */
export const STATUS = ['criado', 'pago', 'enviado', 'cancelado', 'reembolsado'] as const;
export type Status = (typeof STATUS)[number];

/** How advanced a state is: breaks the tie between facts of one instant. */
export const RANK: Readonly<Record<Status, number>> = { criado: 1, pago: 2, enviado: 3, cancelado: 4, reembolsado: 5 };

/** Whether nothing more is to be done for such an order. */
export const encerrado = (status: Status): boolean => status === 'cancelado' || status === 'reembolsado';

/** Terminal states and the states that may follow them. A state that is no key here may be followed by any. */
export type Saidas = Readonly<Partial<Record<Status, readonly Status[]>>>;
export const TERMINAIS: Saidas = { cancelado: ['reembolsado'], reembolsado: [] };
