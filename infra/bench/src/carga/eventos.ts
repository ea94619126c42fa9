import { createHmac } from 'node:crypto';

export const SEGREDO = 'segredo-do-bench';

/** Which events a run uses. The same description gives the same events in every process. */
export interface Serie {
  /** Makes the ids of this series its own. */
  prefixo: string;
  total: number;
  /** Event i speaks of order i % pedidos, so that an order's events come far apart. */
  pedidos: number;
  /** The newest first: every page of an order then holds late facts only. */
  aoContrario?: true;
}

/** As many orders as make four events each, which is a whole life. */
export const vidasInteiras = (prefixo: string, total: number): Serie => ({
  prefixo,
  total,
  pedidos: Math.ceil(total / VIDA.length),
});

interface EventoDaLoja {
  id: string;
  recurso_id: string;
  tipo: string;
  /** JSON as a store sends it, some 500 bytes. */
  corpo: string;
}

const VIDA = ['order.created', 'order.paid', 'order.paid', 'order.shipped'] as const;
const ITENS = [1, 2, 3].map((n) => ({
  sku: `SKU-0000${n}`,
  title: `Camiseta de algodao numero ${n}`,
  quantity: n,
  price: 1990,
}));

/** Event i of a series: an order is created, paid, paid once more and shipped, each with its own sequence. */
export function evento({ prefixo, pedidos }: Pick<Serie, 'prefixo' | 'pedidos'>, i: number): EventoDaLoja {
  const passo = Math.floor(i / pedidos);
  const id = `${prefixo}-${i}`;
  const recurso_id = `${prefixo}-p${i % pedidos}`;
  const tipo = VIDA[Math.min(passo, VIDA.length - 1)] ?? 'order.shipped';
  const data = { id: recurso_id, total_cents: 1000 + passo, customer_email: `c${i}@example.com`, items: ITENS };
  return { id, recurso_id, tipo, corpo: JSON.stringify({ id, type: tipo, sequence: passo + 1, data }) };
}

/** The bytes of a whole signed request. */
export function requisicao(caminho: string, corpo: string): Buffer {
  const assinatura = createHmac('sha256', SEGREDO).update(corpo).digest('hex');
  return Buffer.from(
    `POST ${caminho} HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-type: application/json\r\nx-loja-signature: ${assinatura}\r\n` +
      `content-length: ${Buffer.byteLength(corpo)}\r\n\r\n${corpo}`,
  );
}
