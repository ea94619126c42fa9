import { describe, expect, it } from 'vitest';
import { lerPedido, PALAVRAS } from './pedido.ts';

const PEDIDO = {
  updated_at: '2026-03-01T12:00:00+0000',
  status: 'open',
  payment_status: 'paid',
  shipping_status: 'unpacked',
  total: '159.90',
  currency: 'BRL',
  contact_email: 'ana@example.com',
};
const ler = (mudanca: object) => lerPedido({ ...PEDIDO, ...mudanca }, PALAVRAS);

describe('the state of an order of the API', () => {
  it.each([
    [{ payment_status: 'pending' }, 'criado'],
    [{ payment_status: 'authorized' }, 'criado'],
    [{ payment_status: 'abandoned' }, 'criado'],
    [{ payment_status: null }, 'criado'],
    [{}, 'pago'],
    [{ shipping_status: 'unfulfilled' }, 'pago'],
    [{ shipping_status: 'unshipped', status: 'closed' }, 'pago'],
    [{ shipping_status: 'fulfilled' }, 'enviado'],
    [{ shipping_status: 'shipped', status: 'closed' }, 'enviado'],
    [{ shipping_status: 'fulfilled', payment_status: 'pending' }, 'enviado'],
    [{ status: 'cancelled' }, 'cancelado'],
    [{ status: 'cancelled', payment_status: 'novidade' }, 'cancelado'],
    [{ payment_status: 'voided' }, 'cancelado'],
    [{ payment_status: 'refunded' }, 'reembolsado'],
    [{ payment_status: 'refunded', status: 'cancelled', shipping_status: 'fulfilled' }, 'reembolsado'],
  ])('%j is %s', (campos, status) => {
    expect(ler(campos)).toEqual({
      status,
      occurredAt: Date.UTC(2026, 2, 1, 12),
      sequence: null,
      dados: { total_centavos: 15_990, cliente_email: 'ana@example.com' },
    });
  });
  it.each([
    [{ updated_at: '2026-03-01 12:00:00' }, /updated_at/],
    [{ updated_at: '2026-02-30T12:00:00+0000' }, /updated_at/],
    [{ payment_status: 'novidade' }, /"novidade" is no known state/],
    [{ total: '1.234,56' }, /total/],
  ])('%j cannot be read, and says why', (campos, motivo) => {
    expect(ler(campos)).toEqual({ motivo: expect.stringMatching(motivo) });
  });
  it('takes the fields of an older version', () => {
    const antigo = {
      total: undefined,
      price: '58.00',
      contact_email: undefined,
      customer: { email: 'rui@example.com' },
    };
    expect(ler(antigo)).toMatchObject({ dados: { total_centavos: 5_800, cliente_email: 'rui@example.com' } });
    expect(ler({ total: null, price: null, contact_email: null, customer: null })).toMatchObject({
      dados: { total_centavos: null, cliente_email: null },
    });
  });
});
