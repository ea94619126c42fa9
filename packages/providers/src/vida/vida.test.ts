import {
  type DialetoDaLoja,
  loja,
  mercadoPago,
  nuvemshop,
  parteDevolvida,
  parteReembolsada,
  shopify,
  standardWebhooks,
  stripe,
  venddor,
  woocommerce,
} from '@entrada/lojas';
import type { CriarDialeto } from '../dialeto.ts';
import { criarLoja } from '../loja/index.ts';
import { criarMercadoPago } from '../mercado-pago/index.ts';
import { criarNuvemshop } from '../nuvemshop/index.ts';
import { criarShopify } from '../shopify/index.ts';
import { criarStandardWebhooks } from '../standard-webhooks/index.ts';
import { criarStripe } from '../stripe/index.ts';
import { criarVenddor } from '../venddor/index.ts';
import { criarWoocommerce } from '../woocommerce/index.ts';
import { suiteDaVida, type VidaDaLoja } from './vida.suite.ts';

const vida = (loja: DialetoDaLoja, criar: CriarDialeto, mais: Partial<VidaDaLoja> = {}): void => {
  const feito = criar({});
  if ('erros' in feito) throw new Error(JSON.stringify(feito.erros));
  suiteDaVida({ loja, dialeto: feito.dialeto, segredo: 'segredo-de-exemplo', ...mais });
};

vida(loja, criarLoja);
vida(venddor, criarVenddor);
vida(shopify, criarShopify, {
  reembolsoParcial: ({ status, id }) =>
    status === 'partially_refunded' || status === 'shipped_in_part_refunded' ? parteReembolsada(id) : null,
});
vida(nuvemshop, criarNuvemshop);
vida(woocommerce, criarWoocommerce, {
  reembolsoParcial: ({ status, id }) => (status.endsWith('refunded_in_part') ? parteReembolsada(id) : null),
});
vida(stripe, criarStripe, {
  reembolsoParcial: (pedido) => (pedido.status === 'refunded_in_part' ? parteDevolvida(pedido) || null : null),
});
vida(mercadoPago, criarMercadoPago, {
  reembolsoParcial: (pedido) => (pedido.status === 'partially_refunded' ? parteDevolvida(pedido) || null : null),
});
/** Of a specification without an API: what is lost stays lost. */
vida(standardWebhooks, criarStandardWebhooks, { segredo: `whsec_${Buffer.alloc(32, 7).toString('base64')}` });
