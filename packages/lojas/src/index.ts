export { assinar } from './casa/assinar.ts';
export { loja } from './casa/loja.ts';
export { venddor } from './casa/venddor.ts';
export { podeDividirInstante, VIDAS } from './casa/vidas.ts';
export type {
  CamposContados,
  DialetoDaLoja,
  Fala,
  LojaNaApi,
  Mudanca,
  Passo,
  PedidoNaLoja,
  Pergunta,
  Politica,
  Resposta,
  StatusNaLoja,
  VidaViva,
} from './contrato.ts';
export { parteDevolvida, parteReembolsada } from './dinheiro.ts';
export { mercadoPago } from './mercado-pago/index.ts';
export { nuvemshop } from './nuvemshop/index.ts';
export { type ApiServida, type Balde, criarBalde, type OpcoesDaApi, servirApi } from './servir.ts';
export { shopify } from './shopify/index.ts';
export { standardWebhooks } from './standard-webhooks/index.ts';
export { stripe } from './stripe/index.ts';
export { woocommerce } from './woocommerce/index.ts';
