/** A parameter of an address, where it was given once. */
export function texto(query: unknown, nome: string): string | null {
  if (query === null || typeof query !== 'object') return null;
  const valor = Object.entries(query).find(([n]) => n === nome)?.[1];
  return typeof valor === 'string' ? valor : null;
}

/** A whole number that Postgres and JavaScript both can hold; null for everything else. */
export function numero(query: unknown, nome: string): number | null {
  const n = Number(texto(query, nome) ?? Number.NaN);
  return Number.isSafeInteger(n) && n >= 0 ? n : null;
}
