import { describe, expect, it } from 'vitest';
import { type Aplicacao, aplicarFatos, type FatoConhecido } from './aplicar.ts';
import { decidir } from './decidir.ts';
import { dadosDoEstado, dobrar, type Estado, type Regras } from './dobrar.ts';
import { NENHUM_NASCIDO } from './efeitos.ts';
import type { Dados, Fato } from './fato.ts';
import { conjuntos, fatosDosMoldes } from './historias.suite.ts';
import { type Status, TERMINAIS } from './status.ts';

const porSequencia: Regras = { criterio: 'sequencia', saidas: TERMINAIS, apiVence: false };
const porInstante: Regras = { ...porSequencia, criterio: 'instante' };
const apiVence: Regras = { ...porSequencia, apiVence: true };

function fato(status: Status, versao: number, resto: Partial<Fato> & Partial<Dados> = {}): Fato {
  const { total_centavos = null, cliente_email = null, evento_id = `${status}${versao}`, fonte = 'webhook' } = resto;
  return { evento_id, status, versao, fonte, dados: { total_centavos, cliente_email } };
}

/** Applies batches in the order in which they arrive, as a worker would. */
function viver(lotes: Fato[][], regras = porSequencia) {
  const nascidos = { ...NENHUM_NASCIDO };
  const historia = new Map<string, FatoConhecido>();
  const vida: Aplicacao[] = [];
  let atual: Estado | null = null;
  for (const lote of lotes) {
    const a = aplicarFatos({ atual, historia: [...historia.values()], base: null, nascidos }, lote, regras);
    for (const e of a.efeitos) nascidos[e.efeito] += 1;
    for (const f of lote) historia.set(f.evento_id, { ...f, resultado: 'aplicado' });
    for (const r of [...a.resultados, ...a.correcoes])
      historia.set(r.evento_id, { ...historia.get(r.evento_id)!, resultado: r.resultado });
    atual = a.estado;
    vida.push(a);
  }
  return {
    status: atual?.status,
    dados: atual && dadosDoEstado(atual),
    efeitos: vida.flatMap((a) => a.efeitos.map((e) => `${e.efeito} ${e.ocorrencia}`)),
    transicoes: vida.flatMap((a) => a.transicoes.map((t) => `${t.de} -> ${t.para}`)),
    resultados: Object.fromEntries([...historia].map(([id, f]) => [id, f.resultado])),
    ultima: vida.at(-1)!,
  };
}

describe('the textbook story', () => {
  const cancelado = fato('cancelado', 2);
  const pago = fato('pago', 3);

  it('a payment that arrives after the cancellation releases nothing', () => {
    const vida = viver([[cancelado], [pago]]);
    expect(vida).toMatchObject({ status: 'cancelado', efeitos: [], transicoes: ['null -> cancelado'] });
    expect(vida.resultados).toEqual({ cancelado2: 'aplicado', pago3: 'regressao_de_terminal' });
  });
  it('the other way round picking is released and then interrupted, and the payment is corrected', () => {
    const vida = viver([[pago], [cancelado]]);
    expect(vida.status).toBe('cancelado');
    expect(vida.efeitos).toEqual(['liberar_separacao 1', 'interromper_separacao 1']);
    expect(vida.transicoes).toEqual(['null -> pago', 'pago -> cancelado']);
    expect(vida.ultima.transicoes[0]).toMatchObject({ evento_id: 'cancelado2', causa: 'fato_atrasado' });
    expect(vida.ultima.correcoes).toEqual([
      { evento_id: 'pago3', resultado: 'regressao_de_terminal', por: 'cancelado2' },
    ]);
  });
  it('deciding against the row alone would depend on the order of arrival', () => {
    const naChegada = (fatos: Fato[]) =>
      fatos.reduce<{ status: Status; versao: number } | null>(
        (atual, f) => (decidir(atual, f.status, f.versao) === 'aplicado' ? f : atual),
        null,
      )!.status;
    const todos = [2, 3]
      .flatMap((n) => [...conjuntos(n)])
      .map((m) =>
        fatosDosMoldes(
          m.map((x) => ({ ...x, fonte: 'webhook', total: null })),
          'instante',
        ),
      );
    const dependem = todos.filter((fatos) => naChegada(fatos) !== naChegada(fatos.toReversed()));
    expect(dependem.length / todos.length).toBeGreaterThan(0.3);
  });
});

describe('effects', () => {
  it('an ordinary life releases once', () => {
    expect(viver([[fato('criado', 1)], [fato('pago', 2)], [fato('enviado', 3)]]).efeitos).toEqual([
      'liberar_separacao 1',
    ]);
  });
  it('a cancelled paid order interrupts, its refund notifies once', () => {
    const vida = viver([
      [fato('pago', 1), fato('cancelado', 2)],
      [fato('reembolsado', 3), fato('reembolsado', 4)],
    ]);
    expect(vida.efeitos).toEqual(['liberar_separacao 1', 'interromper_separacao 1', 'notificar_reembolso 1']);
  });
  it('a refund without a cancellation interrupts too', () => {
    expect(viver([[fato('pago', 1)], [fato('reembolsado', 2)]]).efeitos).toEqual([
      'liberar_separacao 1',
      'interromper_separacao 1',
      'notificar_reembolso 1',
    ]);
  });
  it('what was shipped is not interrupted', () => {
    expect(viver([[fato('pago', 1), fato('enviado', 2), fato('cancelado', 3)]]).efeitos).toEqual([
      'liberar_separacao 1',
    ]);
  });
  it('a late cancellation that takes the shipment back interrupts, although the state stays', () => {
    const vida = viver([[fato('pago', 1)], [fato('enviado', 3), fato('cancelado', 4)], [fato('cancelado', 2)]]);
    expect(vida.efeitos).toEqual(['liberar_separacao 1', 'interromper_separacao 1']);
    expect(vida.ultima.transicoes).toEqual([]);
  });
  it('several late facts are one net transition', () => {
    const vida = viver([[fato('enviado', 9)], [fato('pago', 3), fato('cancelado', 5), fato('criado', 1)]]);
    expect(vida).toMatchObject({ status: 'cancelado', efeitos: [] });
    expect(vida.transicoes).toEqual(['null -> enviado', 'enviado -> cancelado']);
  });
  it('a reopened order releases a second time', () => {
    const vida = viver([[fato('pago', 1)], [fato('cancelado', 2)], [fato('pago', 3, { fonte: 'api' })]], apiVence);
    expect(vida.status).toBe('pago');
    expect(vida.efeitos).toEqual(['liberar_separacao 1', 'interromper_separacao 1', 'liberar_separacao 2']);
  });
  it('without apiVence the same reading is a regression', () => {
    const vida = viver([[fato('pago', 1)], [fato('cancelado', 2)], [fato('pago', 3, { fonte: 'api' })]]);
    expect(vida.resultados.pago3).toBe('regressao_de_terminal');
    expect(vida.status).toBe('cancelado');
  });
});

describe('the order of facts', () => {
  it('of one instant the more advanced state has the last word', () => {
    const vida = viver([[fato('pago', 1002)], [fato('criado', 1001)]], porInstante);
    expect(vida).toMatchObject({ status: 'pago', transicoes: ['null -> pago'] });
  });
  it('of one sequence only the more advanced state counts', () => {
    const vida = viver([[fato('pago', 7)], [fato('cancelado', 7)]]);
    expect(vida.status).toBe('cancelado');
    expect(vida.resultados).toEqual({ pago7: 'evento_antigo', cancelado7: 'aplicado' });
  });
  it('what the api says replaces what a webhook said of the same instant', () => {
    const api = fato('pago', 1002, { fonte: 'api', evento_id: 'api:1' });
    for (const lotes of [
      [[fato('enviado', 1003)], [api]],
      [[api], [fato('enviado', 1003)]],
    ])
      expect(viver(lotes, porInstante).status).toBe('pago');
  });
  it('equal facts are ordered by the code units of their ids', () => {
    const a = fato('pago', 1002, { evento_id: 'Z', total_centavos: 1 });
    const b = fato('pago', 1002, { evento_id: 'a', total_centavos: 2 });
    for (const lotes of [
      [[a], [b]],
      [[b], [a]],
    ])
      expect(viver(lotes, porInstante).dados?.total_centavos).toBe(2);
  });
});

describe('fields', () => {
  it('null never erases', () => {
    const vida = viver([[fato('criado', 1, { total_centavos: 500, cliente_email: 'a@b.c' })], [fato('pago', 2)]]);
    expect(vida.dados).toEqual({ total_centavos: 500, cliente_email: 'a@b.c' });
  });
  it('the newest accepted value wins over a newer refused one', () => {
    const vida = viver([[fato('cancelado', 2, { total_centavos: 500 })], [fato('pago', 3, { total_centavos: 900 })]]);
    expect(vida.dados?.total_centavos).toBe(500);
  });
  it('a refused value serves where no accepted fact carries one', () => {
    const vida = viver([[fato('cancelado', 2)], [fato('pago', 3, { total_centavos: 900 })]]);
    expect(vida.dados?.total_centavos).toBe(900);
  });
  it('a cancelled order may still learn its total', () => {
    const vida = viver([[fato('cancelado', 2)], [fato('cancelado', 3, { total_centavos: 700 })]]);
    expect(vida.dados?.total_centavos).toBe(700);
    expect(vida.transicoes).toEqual(['null -> cancelado']);
    expect(vida.resultados.cancelado3).toBe('aplicado');
  });
});

describe('an order whose history retention took', () => {
  const base = dobrar([fato('pago', 5, { total_centavos: 100 }), fato('cancelado', 8)], porSequencia).at(-1)!.depois;
  const podado = { atual: base, historia: [], base, nascidos: { ...NENHUM_NASCIDO, liberar_separacao: 1 } };

  it('meets a late fact with its base, which the fact cannot regress', () => {
    const a = aplicarFatos(podado, [fato('pago', 8), fato('reembolsado', 6)], porSequencia);
    expect(a.resultados.map((r) => r.resultado)).toEqual(['evento_antigo', 'evento_antigo']);
    expect(a).toMatchObject({ estado: base, transicoes: [] });
  });
  it('goes on with a newer fact', () => {
    const a = aplicarFatos(podado, [fato('reembolsado', 9)], porSequencia);
    expect(a.transicoes).toMatchObject([{ de: 'cancelado', para: 'reembolsado' }]);
  });
});
