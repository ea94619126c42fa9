/** Currencies whose smallest unit is not a hundredth: how many digits follow the point (ISO 4217). */
const OUTRAS_CASAS: ReadonlyMap<string, number> = new Map([
  ...'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF'.split(' ').map((m) => [m, 0] as const),
  ...'BHD IQD JOD KWD LYD OMR TND'.split(' ').map((m) => [m, 3] as const),
]);

/** Far above every real amount: a sender chooses how many digits there are. */
const MAX_LENGTH = 40;

/**
 * An amount of money as stores write it, in the smallest unit of its currency: "29.35" BRL is 2935, "1500" JPY is 1500.
 * Exact: digits are moved, nothing is calculated.
 * @param valor a decimal as text, or as a number out of JSON
 * @param moeda its ISO 4217 code, of either case; hundredths where it is unknown
 * @returns null where it is no decimal, finer than the smallest unit, or beyond 2^53
 */
export function lerDinheiro(valor: unknown, moeda: string): number | null {
  if (typeof valor !== 'string' && typeof valor !== 'number') return null;
  const texto = String(valor);
  const partes = texto.length > MAX_LENGTH ? null : /^(-?\d+)(?:\.(\d*?)0*)?$/.exec(texto);
  if (!partes) return null;
  const [, inteiro = '', fracao = ''] = partes;
  const casas = OUTRAS_CASAS.get(moeda.toUpperCase()) ?? 2;
  if (fracao.length > casas) return null;
  const unidades = Number(inteiro + fracao.padEnd(casas, '0'));
  // A minus before nothing is nothing.
  return Number.isSafeInteger(unidades) ? unidades || 0 : null;
}
