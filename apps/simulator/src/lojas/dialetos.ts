import {
  type DialetoDaLoja,
  loja,
  mercadoPago,
  nuvemshop,
  shopify,
  stripe,
  venddor,
  woocommerce,
} from '@entrada/lojas';

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
