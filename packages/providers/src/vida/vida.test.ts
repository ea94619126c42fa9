import { type DialetoDaLoja, nuvemshop, parteReembolsada, shopify } from '@entrada/lojas';
import type { CriarDialeto } from '../dialeto.ts';
import { criarNuvemshop } from '../nuvemshop/index.ts';
import { criarShopify } from '../shopify/index.ts';
import { suiteDaVida, type VidaDaLoja } from './vida.suite.ts';

const vida = (loja: DialetoDaLoja, criar: CriarDialeto, mais: Partial<VidaDaLoja> = {}): void => {
  const feito = criar({});
  if ('erros' in feito) throw new Error(JSON.stringify(feito.erros));
  suiteDaVida({ loja, dialeto: feito.dialeto, segredo: 'segredo-de-exemplo', ...mais });
};

vida(shopify, criarShopify, {
  reembolsoParcial: ({ status, id }) =>
    status === 'partially_refunded' || status === 'shipped_in_part_refunded' ? parteReembolsada(id) : null,
});
vida(nuvemshop, criarNuvemshop);
