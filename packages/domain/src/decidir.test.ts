import { describe, expect, it } from 'vitest';
import { decidir } from './decidir.ts';
import { STATUS, type Status } from './status.ts';

describe('decidir keeps the textbook rule', () => {
  it.each(STATUS)('applies a first fact that says %s', (status) => {
    expect(decidir(null, status, 0)).toBe('aplicado');
  });

  const casos: [atual: Status, versao: number, status: Status, nova: number, esperado: string][] = [
    ['criado', 5, 'pago', 4, 'evento_antigo'],
    ['criado', 5, 'pago', 5, 'evento_antigo'],
    ['criado', 5, 'pago', 6, 'aplicado'],
    ['enviado', 5, 'pago', 6, 'aplicado'],
    ['pago', 5, 'cancelado', 6, 'aplicado'],
    ['cancelado', 5, 'reembolsado', 4, 'evento_antigo'],
    ['cancelado', 5, 'criado', 6, 'regressao_de_terminal'],
    ['cancelado', 5, 'pago', 6, 'regressao_de_terminal'],
    ['cancelado', 5, 'enviado', 6, 'regressao_de_terminal'],
    ['cancelado', 5, 'cancelado', 6, 'regressao_de_terminal'],
    ['cancelado', 5, 'reembolsado', 6, 'aplicado'],
    ['reembolsado', 5, 'criado', 6, 'regressao_de_terminal'],
    ['reembolsado', 5, 'pago', 6, 'regressao_de_terminal'],
    ['reembolsado', 5, 'enviado', 6, 'regressao_de_terminal'],
    ['reembolsado', 5, 'cancelado', 6, 'regressao_de_terminal'],
    ['reembolsado', 5, 'reembolsado', 6, 'regressao_de_terminal'],
  ];
  it.each(casos)('%s at version %i, told %s at version %i: %s', (atual, versao, status, nova, esperado) => {
    expect(decidir({ status: atual, versao }, status, nova)).toBe(esperado);
  });

  it('lets a store widen the exits of a terminal state', () => {
    const saidas = { cancelado: ['reembolsado', 'pago'], reembolsado: [] } as const;
    expect(decidir({ status: 'cancelado', versao: 1 }, 'pago', 2, saidas)).toBe('aplicado');
    expect(decidir({ status: 'cancelado', versao: 1 }, 'enviado', 2, saidas)).toBe('regressao_de_terminal');
  });
});
