import { STATUS, type Status } from '@entrada/domain';

/** The store's words for a state, in its events and in its API. */
export type Palavras = ReadonlyMap<string, Status>;

export const PALAVRAS: Palavras = new Map([
  ['pending', 'criado'],
  ['processing', 'pago'],
  ['shipped', 'enviado'],
  ['delivered', 'enviado'],
  ['cancelled', 'cancelado'],
  ['canceled', 'cancelado'],
  ['refunded', 'reembolsado'],
]);

/**
 * Words of one store on top of PALAVRAS, or in place of some: `on_hold:criado,processing:criado`.
 * @returns undefined where it is no such list
 */
export function lerPalavras(texto: string): Palavras | undefined {
  const palavras = new Map(PALAVRAS);
  for (const par of texto.split(',')) {
    const [palavra = '', estado = '', ...resto] = par.split(':').map((p) => p.trim());
    const status = STATUS.find((s) => s === estado);
    if (palavra === '' || status === undefined || resto.length > 0) return undefined;
    palavras.set(palavra, status);
  }
  return palavras;
}
