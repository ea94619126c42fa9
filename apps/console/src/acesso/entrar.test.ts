import { scryptSync } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { destinoSeguro, rede } from './entrar.tsx';
import { criarConferencia } from './senhas.ts';

describe('after the login', () => {
  test.each(['/', '/filas', '/pedidos/loja/a%2Fb?x=1'])('%s is a way to go', (destino) => {
    expect(destinoSeguro(destino)).toBe(destino);
  });

  test.each([
    '//mau.example',
    '/\\mau.example',
    '/\t/mau.example',
    'https://mau.example/',
    'javascript:alert(1)',
    'filas',
    '',
    undefined,
    ['/filas'],
    '/..//mau.example',
    '/%2e%2e//mau.example',
  ])('%j leads nowhere else', (destino) => {
    expect(destinoSeguro(destino)).toBe('/');
  });
});

test.each([
  ['192.0.2.7', '192.0.2.7'],
  ['::ffff:192.0.2.7', '::ffff:192.0.2.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
  ['2001:db8::6', '2001:db8:0:0'],
  ['::1', '0:0:0:0'],
  ['2001:db8:1:2:3::', '2001:db8:1:2'],
])('%s belongs to the network %s', (ip, esperada) => {
  expect(rede(ip)).toBe(esperada);
});

test('of many logins at once two are checked, twenty wait, and the others are sent away', async () => {
  const hash = scryptSync('certa', 'sal', 32, { N: 1024 }).toString('base64url');
  const sal = Buffer.from('sal').toString('base64url').padEnd(22, 'A');
  const usuario = { nome: 'ana', papel: 'leitor', scrypt: `scrypt.1024.8.1.${sal}.${hash}` } as const;
  const conferir = criarConferencia([usuario]);
  const respostas = await Promise.all(Array.from({ length: 30 }, () => conferir('ana', 'errada')));
  expect(respostas.filter((r) => r === null)).toHaveLength(22);
  expect(respostas.filter((r) => r === 'ocupado')).toHaveLength(8);
});
