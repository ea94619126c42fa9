import { fc, test } from '@fast-check/vitest';
import { describe, expect, it } from 'vitest';
import { lerDinheiro } from './dinheiro.ts';

it.each([
  ['29.35', 'BRL', 2935],
  ['29.35', 'brl', 2935],
  ['29.350000', 'BRL', 2935],
  ['29.3', 'BRL', 2930],
  ['29.', 'BRL', 2900],
  ['29', 'BRL', 2900],
  ['0.1', 'BRL', 10],
  ['0029.35', 'BRL', 2935],
  ['-10.00', 'USD', -1000],
  ['-0.00', 'USD', 0],
  ['1500', 'JPY', 1500],
  ['1500.00', 'JPY', 1500],
  ['1.234', 'KWD', 1234],
  ['1.2', 'KWD', 1200],
  ['5.00', 'a currency of tomorrow', 500],
  [12.34, 'BRL', 1234],
  [100, 'BRL', 10_000],
  [0.07, 'BRL', 7],
  [1.005, 'KWD', 1005],
  ['90071992547409.91', 'BRL', Number.MAX_SAFE_INTEGER],
])('%j %s is %d of its smallest unit', (valor, moeda, unidades) => {
  expect(lerDinheiro(valor, moeda)).toBe(unidades);
});

describe('is none', () => {
  it.each(['', '-', '.5', '1,50', '1.234.567', '1 000', ' 1', '+1', '1e3', 'R$ 5', '0x10', 'NaN', '1'.repeat(41)])(
    '%j',
    (valor) => {
      expect(lerDinheiro(valor, 'BRL')).toBeNull();
    },
  );
  it.each([null, undefined, {}, [], true, Number.NaN, Number.POSITIVE_INFINITY, 1e21, 1e-7])('%j', (valor) => {
    expect(lerDinheiro(valor, 'BRL')).toBeNull();
  });
  it.each([
    ['29.355', 'BRL'],
    ['0.001', 'BRL'],
    ['1500.5', 'JPY'],
    ['1.2345', 'KWD'],
  ])('%s %s, finer than its smallest unit', (valor, moeda) => {
    expect(lerDinheiro(valor, moeda)).toBeNull();
  });
  it('what a double cannot count exactly', () => {
    expect(lerDinheiro('90071992547409.92', 'BRL')).toBeNull();
    expect(lerDinheiro('9'.repeat(39), 'BRL')).toBeNull();
  });
});

const CASAS = fc.constantFrom(['JPY', 0] as const, ['BRL', 2] as const, ['KWD', 3] as const);

test.prop([fc.maxSafeInteger(), CASAS, fc.nat({ max: 9 })])(
  'is exact for every amount',
  (unidades, [moeda, casas], zeros) => {
    const digitos = String(Math.abs(unidades)).padStart(casas + 1, '0');
    const corte = digitos.length - casas;
    const texto = `${unidades < 0 ? '-' : ''}${digitos.slice(0, corte)}.${digitos.slice(corte)}${'0'.repeat(zeros)}`;
    expect(lerDinheiro(texto, moeda)).toBe(unidades);
  },
);
test.prop([fc.integer({ min: 0, max: 1e12 })])('is exact where JSON has it as a number', (centavos) => {
  const escrito: unknown = JSON.parse(`${Math.trunc(centavos / 100)}.${String(centavos % 100).padStart(2, '0')}`);
  expect(lerDinheiro(escrito, 'BRL')).toBe(centavos);
});
test.prop([fc.anything(), fc.string()])('never throws', (valor, moeda) => {
  const lido = lerDinheiro(valor, moeda);
  if (lido !== null) expect(lido).toSatisfy(Number.isSafeInteger);
});
