import type { Palavras } from '../palavras.ts';

export const PALAVRAS: Palavras = new Map([
  ['pending', 'criado'],
  ['processing', 'pago'],
  ['shipped', 'enviado'],
  ['delivered', 'enviado'],
  ['cancelled', 'cancelado'],
  ['canceled', 'cancelado'],
  ['refunded', 'reembolsado'],
]);
