import { describe, expect, it } from 'vitest';
import { criterioDaLeitura, fatoDaLeitura, type Leitura, momentoDaVersao, versaoDoFato } from './fato.ts';
import { STATUS } from './status.ts';

const meioDia = Date.UTC(2026, 2, 1, 12);
const leitura: Leitura = {
  status: 'pago',
  occurredAt: meioDia,
  sequence: null,
  dados: { total_centavos: 100, cliente_email: null },
};
const evento = { evento_id: 'e1', fonte: 'webhook', recebidoEm: meioDia } as const;

describe('versaoDoFato', () => {
  it('is the sequence where there is one', () => {
    expect(versaoDoFato({ sequence: 7, occurredAt: meioDia }, 'pago')).toBe(7);
    expect(versaoDoFato({ sequence: 0, occurredAt: meioDia }, 'pago')).toBe(0);
  });
  it('is the instant times ten plus the rank otherwise', () => {
    expect(STATUS.map((s) => versaoDoFato({ occurredAt: 1000 }, s))).toEqual([10001, 10002, 10003, 10004, 10005]);
  });
  it('gives its moment back', () => {
    for (const s of STATUS) expect(momentoDaVersao(versaoDoFato({ occurredAt: meioDia }, s), 'instante')).toBe(meioDia);
    expect(momentoDaVersao(41, 'sequencia')).toBe(41);
  });
  it('refuses a fact without either', () => {
    expect(() => versaoDoFato({}, 'pago')).toThrow('needs a sequence or an instant');
  });
});

describe('fatoDaLeitura', () => {
  it('makes a fact under the criterion of the store, which may ignore the other field', () => {
    const ambos = { ...leitura, sequence: 3 };
    expect(fatoDaLeitura(ambos, evento, 'sequencia')).toMatchObject({ fato: { versao: 3, status: 'pago' } });
    expect(fatoDaLeitura(ambos, evento, 'instante')).toMatchObject({ fato: { versao: meioDia * 10 + 2 } });
  });
  it.each([
    ['the sequence is missing', leitura, 'sequencia', 'ordered by sequence'],
    ['the instant is missing', { ...leitura, occurredAt: null, sequence: 1 }, 'instante', 'ordered by instant'],
    ['the instant is 25 h ahead', { ...leitura, occurredAt: meioDia + 25 * 3_600_000 }, 'instante', '24 h'],
    ['the sequence is unsafe', { ...leitura, sequence: 2 ** 53 }, 'sequencia', '2^53'],
    ['the sequence is a fraction', { ...leitura, sequence: 1.5 }, 'sequencia', 'whole number'],
  ] as const)('closes as invalido where %s', (_, l, criterio, motivo) => {
    expect(fatoDaLeitura(l, evento, criterio)).toEqual({ invalido: expect.stringContaining(motivo) });
  });
  it('accepts an instant up to 24 h ahead', () => {
    const amanha = { ...leitura, occurredAt: meioDia + 24 * 3_600_000 };
    expect(fatoDaLeitura(amanha, evento, 'instante')).toHaveProperty('fato');
  });
  it('chooses the sequence as criterion where the first event has one', () => {
    expect(criterioDaLeitura({ ...leitura, sequence: 1 })).toBe('sequencia');
    expect(criterioDaLeitura(leitura)).toBe('instante');
  });
});
