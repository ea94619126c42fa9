import { type DialetoDaLoja, mercadoPago, nuvemshop, shopify, stripe, woocommerce } from '@entrada/lojas';
import { loja } from './loja.ts';
import { venddor } from './venddor.ts';

/** The kinds of store that can be played, by the name that ORIGEM_<NOME>_DIALETO gives them. */
export const DIALETOS: ReadonlyMap<string, DialetoDaLoja> = new Map([
  ['loja', loja],
  ['shopify', shopify],
  ['nuvemshop', nuvemshop],
  ['woocommerce', woocommerce],
  ['stripe', stripe],
  ['mercado_pago', mercadoPago],
  ['venddor', venddor],
]);
