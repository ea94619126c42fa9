/** What somebody has to know to connect a store of one kind, and what has to be asked for. */
export interface Conexao {
  /** Where the signing secret comes from. */
  segredo: string;
  /** true: whoever registers the webhook chooses it. */
  segredoProprio: boolean;
  /** null: the dialect reads no API. */
  api: { endereco: string; token: string; indispensavel: boolean } | null;
  /** Settings of the dialect that a store usually needs. */
  opcoes: readonly { nome: string; pergunta: string }[];
  /** What to register the address for. */
  topicos: string;
  /** The page that tells the rest. */
  pagina: string;
}

const pagina = (pasta: string): string => `packages/providers/src/${pasta}/README.md`;

const CONEXOES: Readonly<Record<string, Conexao>> = {
  loja: {
    segredo: 'the secret under which the store signs',
    segredoProprio: true,
    api: { endereco: 'https://loja.example.com/api', token: 'its bearer token', indispensavel: false },
    opcoes: [],
    topicos: 'order.created, order.paid, order.shipped, order.canceled, order.refunded',
    pagina: 'README.md',
  },
  venddor: {
    segredo: 'the secret that is registered with the webhook',
    segredoProprio: true,
    api: { endereco: 'https://loja.example.com/api', token: 'its bearer token', indispensavel: false },
    opcoes: [],
    topicos: 'order.created, order.updated, order.statusChanged',
    pagina: pagina('venddor'),
  },
  shopify: {
    segredo:
      "the app's client secret; behind it, after a comma, the one that the store's admin shows for its own webhooks",
    segredoProprio: false,
    api: {
      endereco: 'https://<shop>.myshopify.com/admin/api/2026-07',
      token: 'the Admin API access token, with the scope read_orders',
      indispensavel: false,
    },
    opcoes: [],
    topicos:
      'orders/create, orders/updated, orders/paid, orders/cancelled, orders/fulfilled, refunds/create, disputes/create, disputes/update',
    pagina: pagina('shopify'),
  },
  nuvemshop: {
    segredo: "the app's client secret",
    segredoProprio: false,
    api: {
      endereco: 'https://api.nuvemshop.com.br/v1/<store number>',
      token: 'the access token that the installation answered, with the scope read_orders',
      indispensavel: true,
    },
    opcoes: [{ nome: 'USER_AGENT', pergunta: 'who asks the API, as: My shop (me@example.com)' }],
    topicos: 'order/created, order/updated, order/paid, order/packed, order/fulfilled, order/cancelled',
    pagina: pagina('nuvemshop'),
  },
  woocommerce: {
    segredo: 'the secret of the webhooks, the same for all of them',
    segredoProprio: true,
    api: {
      endereco: 'https://<shop>/wp-json/wc/v3',
      token: '<consumer key>:<consumer secret>, with the permission Read',
      indispensavel: false,
    },
    opcoes: [],
    topicos: 'Order created, Order updated, Order deleted, Order restored',
    pagina: pagina('woocommerce'),
  },
  stripe: {
    segredo: 'the signing secret of the endpoint, whsec_ included',
    segredoProprio: false,
    api: {
      endereco: 'https://api.stripe.com/v1',
      token: 'a restricted key that may read payment intents, charges, refunds, disputes and events',
      indispensavel: false,
    },
    opcoes: [],
    topicos: 'the payment_intent, checkout.session, charge, refund and dispute events that its page lists',
    pagina: pagina('stripe'),
  },
  mercado_pago: {
    segredo: "the secret signature of the application's webhooks",
    segredoProprio: false,
    api: { endereco: 'https://api.mercadopago.com', token: 'the access token of production', indispensavel: true },
    opcoes: [],
    topicos: 'payment, topic_chargebacks_wh, topic_merchant_order_wh, stop_delivery_op_wh',
    pagina: pagina('mercado-pago'),
  },
  standard_webhooks: {
    segredo: 'the signing secret, whsec_... or whpk_...',
    segredoProprio: false,
    api: null,
    opcoes: [
      { nome: 'CAMPO_PEDIDO', pergunta: 'where the id of the order is, if not in data.id' },
      { nome: 'STATUS_MAP', pergunta: 'which types mean which state, as: order.settled:pago,order.void:cancelado' },
    ],
    topicos: 'the events about orders',
    pagina: pagina('standard-webhooks'),
  },
};

/** null for a dialect that is not known. */
export const conexaoDo = (dialeto: string): Conexao | null =>
  Object.hasOwn(CONEXOES, dialeto) ? (CONEXOES[dialeto] ?? null) : null;
