/** A body, a secret, and what a store must sign it with: the same in README.md, so that anybody can compute it. */
export interface Exemplo {
  segredo: string;
  corpo: string;
  cabecalho: string;
  /** Hex. */
  assinatura: string;
  /** Under which the event is known, where the body does not say it. */
  evento_id: string;
}

const SEGREDO = 'segredo-de-exemplo';

export const EXEMPLOS: Readonly<Record<'loja' | 'venddor', Exemplo>> = {
  loja: {
    segredo: SEGREDO,
    corpo:
      '{"id":"evt_1001_2","type":"order.paid","sequence":2,"occurred_at":"2026-03-01T12:00:00Z","data":{"id":"1001","total_cents":15990,"customer_email":"ana@example.com"}}',
    cabecalho: 'x-loja-signature',
    assinatura: '30fdaedaa45cf89cd6ff77c0dd5c4bc48cc4e391c4a4c9c8d5a26293bdcc46b9',
    evento_id: 'evt_1001_2',
  },
  venddor: {
    segredo: SEGREDO,
    corpo:
      '{"event":"order.statusChanged","webhook_id":"wh_1","timestamp":"2026-03-01T12:00:05Z","payload":{"order_id":"1001","old_status":"pending","new_status":"processing","timestamp":"2026-03-01T12:00:00Z","total_cents":15990,"customer_email":"ana@example.com"}}',
    cabecalho: 'x-venddor-signature',
    assinatura: '5f5252404c6ec2e2ee9fa3898daa7edf687cb7ab6c69fdf7176c345e634f1c5f',
    evento_id: 'order.statusChanged:eac0af4a57517720d4c0d6f9c9fa26fc1e5742da0519aa181aa0e4ab1f821bce',
  },
};

/** null for a kind of store of which nobody has to make the signature. */
export const exemploDe = (dialeto: string): Exemplo | null =>
  dialeto === 'loja' || dialeto === 'venddor' ? EXEMPLOS[dialeto] : null;
