import { fc, test } from '@fast-check/vitest';
import { describe, expect, it } from 'vitest';
import { type Aplicacao, aplicarFatos, type FatoConhecido, reaplicarFatos } from './aplicar.ts';
import { dobrar, type Estado, type Regras } from './dobrar.ts';
import { type Efeito, NENHUM_NASCIDO, separacaoEmVigor } from './efeitos.ts';
import { CRITERIOS, type Fato } from './fato.ts';
import { fatosDosMoldes, type Molde } from './historias.suite.ts';
import { STATUS, TERMINAIS } from './status.ts';

/** An order as a worker left it. */
interface Vivido {
  atual: Estado | null;
  historia: FatoConhecido[];
  nascidos: Record<Efeito, number>;
}

function viver(lotes: readonly (readonly Fato[])[], regras: Regras): Vivido {
  const vivido: Vivido = { atual: null, historia: [], nascidos: { ...NENHUM_NASCIDO } };
  for (const lote of lotes) {
    if (lote.length === 0) continue;
    seguir(vivido, aplicarFatos({ ...vivido, base: null }, lote, regras), lote);
  }
  return vivido;
}

function seguir(vivido: Vivido, a: Aplicacao, novos: readonly Fato[]): void {
  for (const e of a.efeitos) vivido.nascidos[e.efeito] += 1;
  vivido.atual = a.estado;
  vivido.historia.push(...novos.map((f): FatoConhecido => ({ ...f, resultado: 'aplicado' })));
  const resultados = new Map(a.passos.map((p) => [p.fato.evento_id, p.resultado]));
  vivido.historia = vivido.historia.map((f) => ({ ...f, resultado: resultados.get(f.evento_id) ?? f.resultado }));
}

const regras: Regras = { criterio: 'sequencia', saidas: TERMINAIS, apiVence: false };
const fato = (evento_id: string, status: Fato['status'], versao: number): Fato => ({
  evento_id,
  status,
  versao,
  fonte: 'webhook',
  dados: { total_centavos: null, cliente_email: null },
});

describe('events that are read anew', () => {
  it('give one net transition from what the row was, and what it asks for', () => {
    const vivido = viver([[fato('a', 'criado', 1)], [fato('b', 'pago', 2)], [fato('c', 'enviado', 3)]], regras);
    const historia = vivido.historia.map((f) => (f.evento_id === 'c' ? { ...f, status: 'cancelado' as const } : f));
    const a = reaplicarFatos({ ...vivido, historia, base: null }, ['c'], [], regras);
    expect(a?.transicoes).toEqual([
      { de: 'enviado', para: 'cancelado', versao: 3, evento_id: 'c', causa: 'releitura' },
    ]);
    expect(a?.efeitos).toMatchObject([{ efeito: 'interromper_separacao', ocorrencia: 1, evento_id: 'c' }]);
  });
  it('that are no facts any more are the cause as well', () => {
    const vivido = viver([[fato('a', 'pago', 1)], [fato('b', 'cancelado', 2)]], regras);
    const historia = vivido.historia.filter((f) => f.evento_id !== 'b');
    const a = reaplicarFatos({ ...vivido, historia, base: null }, ['b'], [], regras);
    expect(a?.transicoes).toMatchObject([{ de: 'cancelado', para: 'pago', evento_id: 'b', causa: 'releitura' }]);
    expect(a?.efeitos).toMatchObject([{ efeito: 'liberar_separacao', ocorrencia: 2 }]);
  });
  it('correct what they change in others', () => {
    const vivido = viver([[fato('a', 'pago', 1)], [fato('b', 'enviado', 3)]], regras);
    const historia = vivido.historia.map((f) => (f.evento_id === 'a' ? { ...f, status: 'cancelado' as const } : f));
    const a = reaplicarFatos({ ...vivido, historia, base: null }, ['a'], [], regras);
    expect(a?.correcoes).toEqual([{ evento_id: 'b', resultado: 'regressao_de_terminal', por: 'a' }]);
  });
  it('leave no order where nothing is a fact, and the base where retention left one', () => {
    const vivido = viver([[fato('a', 'pago', 1)]], regras);
    expect(reaplicarFatos({ ...vivido, historia: [], base: null }, ['a'], [], regras)).toBe(null);
    const base = vivido.atual;
    const a = reaplicarFatos({ ...vivido, historia: [], base }, ['a'], [], regras);
    expect(a).toMatchObject({ estado: base, transicoes: [], efeitos: [] });
  });
  it('that say something for the first time are steps, where they are the newest', () => {
    const vivido = viver([[fato('a', 'criado', 1)]], regras);
    const a = reaplicarFatos({ ...vivido, base: null }, [], [fato('b', 'pago', 2), fato('c', 'enviado', 3)], regras);
    expect(a?.transicoes.map((t) => `${t.de} ${t.para} ${t.causa}`)).toEqual(['criado pago fato', 'pago enviado fato']);
  });
});

const molde: fc.Arbitrary<Molde> = fc.record({
  status: fc.constantFrom(...STATUS),
  momento: fc.integer({ min: 1, max: 9 }),
  fonte: fc.constantFrom('webhook' as const, 'api' as const),
  total: fc.option(fc.integer({ min: 0, max: 999 })),
});
/** For each fact: applied in which batch or not a fact yet (null), and what it reads as afterwards (null: no fact). */
const destino = fc.record({
  antes: molde,
  lote: fc.option(fc.nat(4), { freq: 4 }),
  depois: fc.option(fc.oneof({ weight: 2, arbitrary: fc.constant('igual' as const) }, { weight: 1, arbitrary: molde })),
});

test.prop(
  {
    destinos: fc.array(destino, { minLength: 1, maxLength: 12 }),
    criterio: fc.constantFrom(...CRITERIOS),
    apiVence: fc.boolean(),
  },
  { numRuns: 3_000 },
)('whatever is read anew, the order is the fold of what is read now, and picking is as it must be', (e) => {
  const r: Regras = { criterio: e.criterio, apiVence: e.apiVence, saidas: TERMINAIS };
  const antes = fatosDosMoldes(
    e.destinos.map((d) => d.antes),
    r.criterio,
  );
  const depois = fatosDosMoldes(
    e.destinos.map((d) => (d.depois && d.depois !== 'igual' ? d.depois : d.antes)),
    r.criterio,
  );
  const lotes = [0, 1, 2, 3, 4].map((n) => antes.filter((_, i) => e.destinos[i]?.lote === n));
  const vivido = viver(lotes, r);

  const fica = (i: number) => e.destinos[i]!.depois !== null;
  const conhecido = (i: number) => e.destinos[i]!.lote !== null;
  const historia = depois.flatMap((f, i): FatoConhecido[] =>
    fica(i) && conhecido(i)
      ? [{ ...f, resultado: vivido.historia.find((h) => h.evento_id === f.evento_id)!.resultado }]
      : [],
  );
  const novos = depois.filter((_, i) => fica(i) && !conhecido(i));
  const relidos = antes.flatMap((f, i) => (conhecido(i) && e.destinos[i]!.depois !== 'igual' ? [f.evento_id] : []));
  const a = reaplicarFatos({ ...vivido, historia, base: null }, relidos, novos, r);
  const passos = dobrar([...historia, ...novos], r);
  if (passos.length === 0) {
    expect(a).toBe(null);
    return;
  }
  if (a === null || (relidos.length === 0 && novos.length === 0)) return;

  expect(a.estado).toEqual(passos.at(-1)?.depois);
  let status = vivido.atual?.status ?? null;
  for (const t of a.transicoes) {
    expect(t.de).toBe(status);
    status = t.para;
  }
  expect(status).toBe(a.estado.status);
  seguir(vivido, a, novos);
  const emVigor = separacaoEmVigor(vivido.nascidos);
  if (status === 'pago') expect(emVigor).toBe(true);
  if (status === 'cancelado' || status === 'reembolsado') expect(a.estado.foi_enviado || !emVigor).toBe(true);
  if (status === 'reembolsado') expect(vivido.nascidos.notificar_reembolso).toBe(1);
  expect(vivido.nascidos.notificar_reembolso).toBeLessThanOrEqual(1);
});
