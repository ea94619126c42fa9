/** `1 order`, `2 orders`, `1 delivery`, `2 deliveries`. */
export function contar(n: number, coisa: string): string {
  if (n === 1) return `1 ${coisa}`;
  return `${n} ${coisa.endsWith('y') ? `${coisa.slice(0, -1)}ies` : `${coisa}s`}`;
}
