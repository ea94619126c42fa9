import { expect, test } from 'vitest';
import { visaoDe } from './dados-pessoais.ts';

const leitor = visaoDe({ nome: 'rui', papel: 'leitor', scrypt: '' });
const operador = visaoDe({ nome: 'ana', papel: 'operador', scrypt: '' });
const PAYLOAD = JSON.stringify({
  id: '1001',
  status: 'pago',
  total_cents: 12990,
  customer: { first_name: 'Ana', email: 'ana@example.com', orders: 3, note: null },
  shipping_address: ['Rua das Flores 1'],
  items: [{ sku: 'A-1', product_name: 'Caneca', quantity: 2 }],
  obs: 'avisar bia@example.org',
});

test('a leitor sees what an order is, and not whose', () => {
  expect(JSON.parse(leitor.payload(PAYLOAD))).toEqual({
    id: '1001',
    status: 'pago',
    total_cents: 12990,
    customer: { first_name: '•••', email: 'a•••@e•••.com', orders: '•••', note: null },
    shipping_address: ['•••'],
    items: [{ sku: 'A-1', product_name: 'Caneca', quantity: 2 }],
    obs: 'avisar b•••@e•••.org',
  });
  expect(leitor.email('ana@example.com')).toBe('a•••@e•••.com');
  expect(leitor.texto('refused for ana@example.com')).toBe('refused for a•••@e•••.com');
});

test('what cannot be judged is hidden as a whole', () => {
  expect(leitor.payload('{"email": "ana@exa')).not.toContain('ana');
  const fundo = `${'['.repeat(3_000)}"ana@example.com"${']'.repeat(3_000)}`;
  expect(leitor.payload(fundo)).not.toContain('ana');
});

test('an operador sees everything as it is', () => {
  expect(operador.payload(PAYLOAD)).toBe(PAYLOAD);
  expect(operador.email('ana@example.com')).toBe('ana@example.com');
});
