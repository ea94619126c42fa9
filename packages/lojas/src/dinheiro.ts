/** Cents as stores write them. */
export const decimal = (centavos: number): string =>
  `${Math.trunc(centavos / 100)}.${String(centavos % 100).padStart(2, '0')}`;

/** What was paid back of an order that is refunded in part. */
export const parteReembolsada = (total_cents: number): number => Math.trunc(total_cents / 10);
