/** Cents as stores write them. */
export const decimal = (centavos: number): string =>
  `${Math.trunc(centavos / 100)}.${String(centavos % 100).padStart(2, '0')}`;

/** What was paid back of an order that is refunded in part: of one order always the same, as a refund that was made is. */
export const parteReembolsada = (id: string): number => 100 + (Number(id) % 900);

/** The same of an order whose total counts: less than the whole, whatever the whole is. */
export const parteDevolvida = ({ id, total_cents }: { id: string; total_cents: number }): number =>
  Math.max(0, Math.min(parteReembolsada(id), total_cents - 1));
