import type { StatusNaLoja, VidaViva } from './contrato.ts';

const POSTO: Readonly<Record<StatusNaLoja, number>> = { criado: 1, pago: 2, enviado: 3, cancelado: 4, reembolsado: 5 };

/**
 * The life in which a store has an order in these states, one after the other.
 * @param palavras the store's words, and what each means to us
 * @param tipoDe how the store's webhook calls a change into a word
 */
export function vida(
  palavras: Readonly<Record<string, StatusNaLoja>>,
  tipoDe: (palavra: string, primeira: boolean) => string,
) {
  return (nome: string, peso: number, estados: string): VidaViva => ({
    nome,
    peso,
    passos: estados.split(' ').map((palavra, i) => {
      const status = palavras[palavra];
      if (status === undefined) throw new Error(`no such word: ${palavra}`);
      return { tipo: tipoDe(palavra, i === 0), palavra, posto: POSTO[status], recusado: false };
    }),
  });
}
