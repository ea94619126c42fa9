import type { Palavras } from '../palavras.ts';

/** WooCommerce's own words for the state of an order. */
export const PALAVRAS: Palavras = new Map([
  ['checkout-draft', 'criado'],
  ['pending', 'criado'],
  ['on-hold', 'criado'],
  ['processing', 'pago'],
  ['completed', 'enviado'],
  ['cancelled', 'cancelado'],
  ['failed', 'cancelado'],
  ['trash', 'cancelado'],
  ['refunded', 'reembolsado'],
]);
