import { fc, test } from '@fast-check/vitest';
import { describe, expect, it } from 'vitest';
import { aplicarFatos, type FatoConhecido } from './aplicar.ts';
import { dobrar, type Estado, type Regras } from './dobrar.ts';
import { NENHUM_NASCIDO, separacaoEmVigor } from './efeitos.ts';
import { CRITERIOS, type Criterio, type Fato } from './fato.ts';
import { conjuntos, fatosDosMoldes, type Molde, percorrer, type Visita } from './historias.suite.ts';
import { compararFatos } from './ordem.ts';
import { type Saidas, STATUS, TERMINAIS } from './status.ts';

const REABRE: Saidas = { cancelado: ['reembolsado', 'pago', 'criado'], reembolsado: [] };

/** Throws where one apply broke a promise; plain comparisons, since millions of them are made. */
function conferir(regras: Regras): (v: Visita) => void {
  const esperados = new Map<number, { estado: string; resultados: string }>();
  return (v) => {
    let esperado = esperados.get(v.mascara);
    if (!esperado) {
      const passos = dobrar(v.conhecidos, regras);
      esperado = {
        estado: emTexto(passos.at(-1)!.depois),
        resultados: ordenados(passos.map((p) => `${p.fato.evento_id} ${p.resultado}`)),
      };
      esperados.set(v.mascara, esperado);
    }
    exigir(v, 'the order depends on arrival', emTexto(v.aplicacao.estado) === esperado.estado);
    const resultados = ordenados(v.resultados.map((r) => `${r.evento_id} ${r.resultado}`));
    exigir(v, 'the results depend on arrival', resultados === esperado.resultados);
    conferirTransicoes(v);
    conferirEfeitos(v);
    conferirLote(v, regras);
  };
}

/** Everything that an order holds; much faster than JSON. */
function emTexto(e: Estado): string {
  const { total_centavos: t, cliente_email: c } = e.campos;
  const campos = `${t?.valor} ${t?.versao} ${t?.aceito} ${c?.valor} ${c?.versao} ${c?.aceito}`;
  return `${e.status} ${e.versao_origem} ${e.versao_maxima} ${e.foi_enviado} ${campos}`;
}

function conferirTransicoes(v: Visita): void {
  let status = v.antes.estado?.status ?? null;
  for (const t of v.aplicacao.transicoes) {
    exigir(v, 'the chain of transitions has a gap', t.de === status && t.para !== status);
    status = t.para;
  }
  exigir(v, 'the chain does not end in the state', status === v.aplicacao.estado.status);
}

function conferirEfeitos(v: Visita): void {
  const { status, foi_enviado } = v.aplicacao.estado;
  const { liberar_separacao: liberadas, interromper_separacao: interrompidas, notificar_reembolso } = v.nascidos;
  const emVigor = separacaoEmVigor(v.nascidos);
  const encerrado = status === 'cancelado' || status === 'reembolsado';
  exigir(v, 'releases and interruptions alternate', liberadas - interrompidas === (emVigor ? 1 : 0));
  exigir(v, 'paid, and picking is not in force', status !== 'pago' || emVigor);
  exigir(v, 'ended unshipped, and picking goes on', !encerrado || foi_enviado || !emVigor);
  exigir(v, 'refunded, and nobody was told', status !== 'reembolsado' || notificar_reembolso === 1);
  exigir(v, 'told of a refund twice', notificar_reembolso <= 1);
}

/** A batch of facts newer than all known ones gives what the same facts one by one give. */
function conferirLote(v: Visita, regras: Regras): void {
  const novos = new Set(v.lote);
  const conhecidos = v.conhecidos.filter((f) => !novos.has(f));
  const naOrdem = v.lote.toSorted((a, b) => compararFatos(a, b, regras.criterio));
  const primeiro = naOrdem[0];
  if (v.lote.length < 2 || !primeiro) return;
  if (conhecidos.some((f) => compararFatos(f, primeiro, regras.criterio) > 0)) return;
  const nascidos = { ...v.antes.nascidos };
  let atual = v.antes.estado;
  const historia: FatoConhecido[] = conhecidos.map((f) => ({ ...f, resultado: 'aplicado' }));
  const vida: string[] = [];
  for (const fato of naOrdem) {
    const a = aplicarFatos({ atual, historia, base: null, nascidos }, [fato], regras);
    for (const e of a.efeitos) nascidos[e.efeito] += 1;
    vida.push(...descrever(a));
    atual = a.estado;
    historia.push({ ...fato, resultado: 'aplicado' });
  }
  exigir(v, 'the batch lived another life', ordenados(vida) === ordenados(descrever(v.aplicacao)));
}

const descrever = (a: Visita['aplicacao']): string[] => [
  ...a.transicoes.map((t) => `${t.de}>${t.para} ${t.evento_id}`),
  ...a.efeitos.map((e) => `${e.efeito} ${e.ocorrencia} ${e.evento_id} ${e.pedido.status}`),
];

const ordenados = (linhas: string[]): string => linhas.sort().join();

function exigir(v: Visita, promessa: string, cumprida: boolean): void {
  if (!cumprida) throw new Error(`${promessa}: ${JSON.stringify(v)}`);
}

interface Contagem {
  conjuntos: number;
  aplicacoes: number;
}

function conferirTodos(n: number, variantes: (base: Molde[], i: number) => Molde[][], regras: Regras[]): Contagem {
  const contagem = { conjuntos: 0, aplicacoes: 0 };
  let i = 0;
  for (const conjunto of conjuntos(n)) {
    const base = conjunto.map((m): Molde => ({ ...m, fonte: 'webhook', total: null }));
    for (const moldes of variantes(base, i++)) {
      for (const r of regras) {
        contagem.conjuntos += 1;
        contagem.aplicacoes += percorrer(fatosDosMoldes(moldes, r.criterio), r, conferir(r));
      }
    }
  }
  return contagem;
}

const comTotais = (moldes: Molde[], mascara: number): Molde[] =>
  moldes.map((m, i) => (mascara & (1 << i) ? { ...m, total: 100 + i } : m));
const comApi = (moldes: Molde[], mascara: number): Molde[] =>
  moldes.map((m, i) => (mascara & (1 << i) ? { ...m, fonte: 'api' } : m));
const mascaras = (n: number): number[] => Array.from({ length: 1 << n }, (_, i) => i);
const regras = (criterio: Criterio, apiVence: boolean, saidas: Saidas = TERMINAIS): Regras => ({
  criterio,
  apiVence,
  saidas,
});

describe.each(CRITERIOS)(
  'ordered by %s, every arrival and every split into batches of',
  (criterio) => {
    const semReabrir = [regras(criterio, false), regras(criterio, true)];

    it('2 and 3 facts, every choice of totals and of api facts, with and without apiVence and reopening', () => {
      const contagem = [2, 3].map((n) => {
        const variantes = (base: Molde[]) =>
          mascaras(n).flatMap((t) => mascaras(n).map((a) => comApi(comTotais(base, t), a)));
        return conferirTodos(n, variantes, [...semReabrir, regras(criterio, false, REABRE)]);
      });
      expect(contagem).toMatchObject([{ conjuntos: 1_920 }, { conjuntos: 59_520 }]);
    });
    it('4 facts from webhooks, with and without totals', () => {
      const variantes = (base: Molde[], i: number) => [base, comTotais(base, 15), comTotais(base, 1 + (i % 14))];
      expect(conferirTodos(4, variantes, [regras(criterio, false)])).toMatchObject({ conjuntos: 7_185 });
    });
    it('4 facts, some or all of them read from the api, with and without apiVence', () => {
      const variantes = (base: Molde[], i: number) => [1 + (i % 15), 15].map((api) => comApi(comTotais(base, 15), api));
      expect(conferirTodos(4, variantes, semReabrir)).toMatchObject({ conjuntos: 9_580 });
    });
  },
  240_000,
);

const molde = fc.record({
  status: fc.constantFrom(...STATUS),
  momento: fc.integer({ min: 1, max: 6 }),
  fonte: fc.constantFrom('webhook' as const, 'api' as const),
  total: fc.option(fc.integer({ min: 0, max: 999 })),
});

describe('more facts than can be enumerated', () => {
  const entrada = {
    moldes: fc.array(molde, { minLength: 5, maxLength: 7 }),
    criterio: fc.constantFrom(...CRITERIOS),
    apiVence: fc.boolean(),
    saidas: fc.constantFrom(TERMINAIS, REABRE),
  };
  test.prop(entrada, { numRuns: 60 })('any 5 to 7 facts, every arrival and split', (e) => {
    percorrer(fatosDosMoldes(e.moldes, e.criterio), e, conferir(e));
  });

  const longa = { ...entrada, moldes: fc.array(molde, { minLength: 8, maxLength: 60 }), cortes: fc.array(fc.nat(9)) };
  test.prop(longa, { numRuns: 300 })('up to 60 facts in a random arrival and split', ({ moldes, cortes, ...r }) => {
    const fatos = fatosDosMoldes(moldes, r.criterio);
    const historia: FatoConhecido[] = [];
    const nascidos = { ...NENHUM_NASCIDO };
    let atual: Estado | null = null;
    for (let i = 0, k = 0; i < fatos.length; k++) {
      const lote: Fato[] = fatos.slice(i, i + 1 + (cortes[k % (cortes.length || 1)] ?? 0));
      const a = aplicarFatos({ atual, historia, base: null, nascidos }, lote, r);
      for (const e of a.efeitos) nascidos[e.efeito] += 1;
      historia.push(...lote.map((f): FatoConhecido => ({ ...f, resultado: 'aplicado' })));
      atual = a.estado;
      i += lote.length;
    }
    expect(atual).toEqual(dobrar(fatos, r).at(-1)!.depois);
    if (atual?.status === 'pago') expect(separacaoEmVigor(nascidos)).toBe(true);
  });
}, 120_000);
