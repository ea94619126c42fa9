import { CRITERIOS, fatoDaLeitura, type Leitura, STATUS } from '@entrada/domain';
import { fc, test } from '@fast-check/vitest';
import { describe, expect, it } from 'vitest';
import { readJson } from '../json/read-json.ts';
import { fatoDaApi, lerFatoDaApi } from './fato-da-api.ts';

const nulavel = <T>(a: fc.Arbitrary<T>) => fc.option(a, { nil: null });
const instante = fc.integer({ min: 0, max: 8_640_000_000_000_000 });
const leitura: fc.Arbitrary<Leitura> = fc.record({
  status: fc.constantFrom(...STATUS),
  occurredAt: instante,
  sequence: nulavel(fc.maxSafeNat()),
  dados: fc.record({
    total_centavos: nulavel(fc.maxSafeNat()),
    cliente_email: nulavel(fc.string({ unit: 'grapheme', minLength: 1 })),
  }),
});
const id = fc.oneof(
  fc.string({ unit: 'grapheme', minLength: 1, maxLength: 9 }),
  fc.constantFrom('a', 'a:1', 'é'.repeat(256)),
);
const criterio = fc.constantFrom(...CRITERIOS);
const idDe = (recurso_id: string, l: Leitura, c: (typeof CRITERIOS)[number]) =>
  fatoDaApi({ recurso_id, leitura: l }, 'loja', c).evento_id;

it('is a row of the inbox', () => {
  const dados = { total_centavos: 15990, cliente_email: 'ana@example.com' };
  const pago: Leitura = { status: 'pago', occurredAt: Date.UTC(2026, 2, 1, 12), sequence: 7, dados };
  expect(fatoDaApi({ recurso_id: '1001', leitura: pago }, 'loja_b', 'instante')).toEqual({
    origem: 'loja_b',
    // printf %s '["pago",15990,"ana@example.com"]' | sha256sum | cut -c1-16
    evento_id: 'api:1001:17723664000002:6d2c127b17e1ec47',
    recurso_id: '1001',
    tipo: 'api',
    fonte: 'api',
    payload:
      '{"status":"pago","sequence":7,"occurred_at":1772366400000,"total_centavos":15990,"cliente_email":"ana@example.com"}',
    corpo: null,
    segredo_nome: null,
    resultado: null,
  });
  expect(idDe('1001', pago, 'sequencia')).toBe('api:1001:7:6d2c127b17e1ec47');
});

describe('its id', () => {
  test.prop([id, leitura, criterio])('is the same for the same reading', (recurso_id, l, c) => {
    expect(idDe(recurso_id, structuredClone(l), c)).toBe(idDe(recurso_id, l, c));
  });
  test.prop([id, leitura, leitura, criterio])(
    'is another for other fields, another state or another version',
    (r, a, b, c) => {
      const diz = ({ status, dados, occurredAt, sequence }: Leitura) =>
        JSON.stringify([status, dados, c === 'instante' ? occurredAt : (sequence ?? occurredAt)]);
      expect(idDe(r, a, c) === idDe(r, b, c)).toBe(diz(a) === diz(b));
    },
  );
  test.prop([id, leitura, nulavel(fc.maxSafeNat()), criterio])(
    'is another for another total',
    (r, l, total_centavos, c) => {
      fc.pre(total_centavos !== l.dados.total_centavos);
      expect(idDe(r, { ...l, dados: { ...l.dados, total_centavos } }, c)).not.toBe(idDe(r, l, c));
    },
  );
  test.prop([id, id, leitura, leitura, criterio])('is never that of another order', (a, b, la, lb, c) => {
    fc.pre(a !== b);
    expect(idDe(a, la, c)).not.toBe(idDe(b, lb, c));
  });
  test.prop([leitura, criterio])('fits its column, however long the id of the order is', (l, c) => {
    expect(Buffer.byteLength(idDe('é'.repeat(256), l, c))).toBeLessThanOrEqual(640);
  });
});

describe('the way back', () => {
  test.prop([id, leitura, criterio])('gives the reading', (recurso_id, l, c) => {
    expect(lerFatoDaApi(readJson(fatoDaApi({ recurso_id, leitura: l }, 'loja', c).payload))).toEqual(l);
  });
  test.prop([id, leitura, criterio])('gives the version that the id names', (recurso_id, l, c) => {
    fc.pre(c === 'instante' ? l.occurredAt! < 9e14 : l.sequence !== null);
    const { evento_id } = fatoDaApi({ recurso_id, leitura: l }, 'loja', c);
    const feito = fatoDaLeitura(l, { evento_id, fonte: 'api', recebidoEm: Number.MAX_SAFE_INTEGER }, c);
    expect(evento_id.split(':').at(-2)).toBe(String('fato' in feito && feito.fato.versao));
  });
  it.each([null, 7, '{}', [], {}, { status: 'paid' }, { status: 'pago', sequence: 1.5 }])(
    '%j is invalido',
    (payload) => {
      expect(lerFatoDaApi(payload)).toEqual({ invalido: expect.stringMatching(/^this is no reading of ours: ./) });
    },
  );
  test.prop([fc.jsonValue()])('never throws', (payload) => {
    expect(lerFatoDaApi(payload)).toHaveProperty('invalido');
  });
});
