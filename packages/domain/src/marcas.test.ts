import { fc, test } from '@fast-check/vitest';
import { describe, expect, it } from 'vitest';
import { aplicarFatos, type FatoConhecido } from './aplicar.ts';
import { dobrar, type Estado } from './dobrar.ts';
import { NENHUM_NASCIDO } from './efeitos.ts';
import { CRITERIOS, type Fato } from './fato.ts';
import { conjuntos, fatosDosMoldes, percorrer } from './historias.suite.ts';
import { dizerMarcas, juntarMarcas, type MarcasDitas, marcasDoPedido, NADA_DITO, resumirMarcas } from './marcas.ts';
import { encerrado, type Saidas, STATUS, TERMINAIS } from './status.ts';

const REABRE: Saidas = { cancelado: ['reembolsado', 'pago', 'criado'], reembolsado: ['pago'] };

const ditas = fc
  .record({
    momento: fc.integer({ min: 1, max: 3 }),
    fonte: fc.constantFrom('webhook' as const, 'api' as const),
    reembolsos: fc.array(fc.record({ id: fc.constantFrom('r1', 'r2', '__proto__'), centavos: fc.nat(3) })),
    disputas: fc.array(fc.record({ id: fc.constantFrom('d1', 'd2'), aberta: fc.boolean() })),
  })
  .map(({ momento, fonte, ...marcas }) => dizerMarcas(marcas, { momento, fonte }) ?? NADA_DITO);

const juntarTodas = (todas: readonly MarcasDitas[]): MarcasDitas => todas.reduce(juntarMarcas, NADA_DITO);

describe('what is known of refunds and disputes', () => {
  test.prop([fc.array(ditas, { maxLength: 8 }).chain((d) => fc.tuple(fc.constant(d), fc.shuffledSubarray(d)))], {
    numRuns: 500,
  })('is the same for every order of arrival, every duplication and every grouping', ([todas, algumas]) => {
    const esperado = juntarTodas(todas);
    const outras = todas.filter((d) => !algumas.includes(d));
    expect(juntarTodas([...algumas, ...outras, ...algumas])).toEqual(esperado);
    expect(juntarMarcas(juntarTodas(outras), juntarTodas(algumas))).toEqual(esperado);
    expect(juntarMarcas(esperado, esperado)).toEqual(esperado);
  });

  const dizer = (momento: number, marcas: Parameters<typeof dizerMarcas>[0], fonte: 'webhook' | 'api' = 'webhook') =>
    dizerMarcas(marcas, { momento, fonte }) ?? NADA_DITO;
  const reembolso = (id: string, centavos: number) => ({ reembolsos: [{ id, centavos }] });
  const disputa = (aberta: boolean) => ({ disputas: [{ id: 'd', aberta }] });

  it('counts a refund that is told twice once, and two refunds of the same amount twice', () => {
    expect(resumirMarcas(juntarTodas([dizer(1, reembolso('a', 500)), dizer(2, reembolso('a', 500))])).centavos).toBe(
      500,
    );
    expect(resumirMarcas(juntarTodas([dizer(1, reembolso('a', 500)), dizer(1, reembolso('b', 500))])).centavos).toBe(
      1000,
    );
  });
  it('takes back a refund that failed afterwards', () => {
    expect(resumirMarcas(juntarTodas([dizer(2, reembolso('a', 0)), dizer(1, reembolso('a', 500))])).centavos).toBe(0);
  });
  it('is open while the newest word on a dispute is that it is; of one moment, it is closed', () => {
    expect(resumirMarcas(juntarTodas([dizer(1, disputa(true)), dizer(2, disputa(false))])).em_disputa).toBe(false);
    expect(resumirMarcas(juntarTodas([dizer(3, disputa(true)), dizer(2, disputa(false))])).em_disputa).toBe(true);
    expect(resumirMarcas(juntarTodas([dizer(2, disputa(true)), dizer(2, disputa(false))])).em_disputa).toBe(false);
  });
  it('of one moment, what the API says counts', () => {
    const ditas = juntarTodas([dizer(1, reembolso('a', 900)), dizer(1, reembolso('a', 300), 'api')]);
    expect(resumirMarcas(ditas).centavos).toBe(300);
  });
  it('is a partial refund of an order that is not refunded as a whole, known or not', () => {
    const parcial = dizer(1, reembolso('a', 500));
    expect(marcasDoPedido(parcial, { status: 'pago', reaberto: false }).reembolso_parcial_centavos).toBe(500);
    expect(marcasDoPedido(parcial, null).reembolso_parcial_centavos).toBe(500);
    expect(marcasDoPedido(parcial, { status: 'reembolsado', reaberto: false }).reembolso_parcial_centavos).toBe(null);
    expect(dizerMarcas({ reembolsos: [] }, { momento: 1, fonte: 'api' })).toBe(null);
  });
});

describe('an order is reopened', () => {
  /** By the definition: an accepted fact says that it goes on, after an accepted one that ended it. */
  const porDefinicao = (fatos: readonly Fato[], regras: Parameters<typeof dobrar>[1]): boolean =>
    dobrar(fatos, regras).some((p) => p.antes !== null && encerrado(p.antes.status) && !encerrado(p.depois.status));

  it.each(CRITERIOS)('whatever the order of arrival of 2 and 3 facts by %s', (criterio) => {
    let reabertos = 0;
    for (const saidas of [TERMINAIS, REABRE]) {
      const regras = { criterio, saidas, apiVence: false };
      for (const moldes of [...conjuntos(2), ...conjuntos(3)]) {
        const fatos = fatosDosMoldes(
          moldes.map((m) => ({ ...m, fonte: 'webhook', total: null })),
          criterio,
        );
        percorrer(fatos, regras, ({ aplicacao, conhecidos }) => {
          const { reaberto } = aplicacao.estado;
          if (reaberto !== porDefinicao(conhecidos, regras)) throw new Error(JSON.stringify(conhecidos));
          if (reaberto) reabertos += 1;
        });
      }
    }
    expect(reabertos).toBeGreaterThan(0);
  });

  const molde = fc.record({
    status: fc.constantFrom(...STATUS),
    momento: fc.integer({ min: 1, max: 9 }),
    fonte: fc.constantFrom('webhook' as const, 'api' as const),
    total: fc.constant(null),
  });
  test.prop({ moldes: fc.array(molde, { minLength: 1, maxLength: 20 }), apiVence: fc.boolean() })(
    'also where facts come one by one, from the row alone where that is enough',
    ({ moldes, apiVence }) => {
      const regras = { criterio: 'instante' as const, saidas: REABRE, apiVence };
      const fatos = fatosDosMoldes(moldes, 'instante');
      const historia: FatoConhecido[] = [];
      let atual: Estado | null = null;
      for (const fato of fatos) {
        atual = aplicarFatos({ atual, historia, base: null, nascidos: NENHUM_NASCIDO }, [fato], regras).estado;
        historia.push({ ...fato, resultado: 'aplicado' });
      }
      expect(atual).toEqual(dobrar(fatos, regras).at(-1)?.depois);
    },
  );
});
