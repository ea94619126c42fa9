import { describe, expect, it } from 'vitest';
import { aplicarFatos, type FatoConhecido } from './aplicar.ts';
import { dobrar, type Regras } from './dobrar.ts';
import { NENHUM_NASCIDO } from './efeitos.ts';
import type { Fato, Fonte } from './fato.ts';
import { motivoDeLeitura } from './leituras.ts';
import { RANK, type Status, TERMINAIS } from './status.ts';

const regras: Regras = { criterio: 'instante', saidas: TERMINAIS, apiVence: false };
const fato = (status: Status, ms: number, fonte: Fonte = 'webhook'): Fato => ({
  evento_id: `${fonte}-${status}-${ms}`,
  status,
  versao: ms * 10 + RANK[status],
  fonte,
  dados: { total_centavos: null, cliente_email: null },
});

function perguntar(conhecidos: Fato[], pendentes: Fato[], antes: Record<string, Status> = {}) {
  const passos = dobrar(conhecidos, regras);
  const historia = passos.map((p): FatoConhecido => ({ ...p.fato, resultado: p.resultado }));
  const atual = passos.at(-1)?.depois ?? null;
  const aplicacao = aplicarFatos({ atual, historia, base: null, nascidos: NENHUM_NASCIDO }, pendentes, regras);
  return motivoDeLeitura(aplicacao, new Map(Object.entries(antes)), regras);
}

describe('a reading is asked for', () => {
  it('where the event before is missing', () => {
    const enviado = fato('enviado', 3);
    expect(perguntar([fato('criado', 1)], [enviado], { [enviado.evento_id]: 'pago' })).toBe('lacuna');
    expect(perguntar([fato('pago', 1)], [enviado], { [enviado.evento_id]: 'pago' })).toBe(null);
  });
  it('where an order is new and more than its creation is missing', () => {
    const pago = fato('pago', 3);
    expect(perguntar([], [pago], { [pago.evento_id]: 'criado' })).toBe(null);
    expect(perguntar([], [pago], { [pago.evento_id]: 'enviado' })).toBe('lacuna');
  });
  it('not where the missing event came in the same batch, in whatever order', () => {
    const enviado = fato('enviado', 3);
    expect(perguntar([fato('criado', 1)], [enviado, fato('pago', 2)], { [enviado.evento_id]: 'pago' })).toBe(null);
  });
  it('where a terminal state refuses an event, and where a late one shows that it should have', () => {
    expect(perguntar([fato('cancelado', 1)], [fato('pago', 2)])).toBe('regressao_de_terminal');
    expect(perguntar([fato('pago', 2)], [fato('cancelado', 1)])).toBe('regressao_de_terminal');
  });
  it('where two events say different things of one instant', () => {
    expect(perguntar([fato('pago', 1)], [fato('enviado', 1)])).toBe('empate');
    expect(perguntar([], [fato('pago', 1), fato('enviado', 1)])).toBe('empate');
    expect(perguntar([fato('pago', 1)], [fato('enviado', 2)])).toBe(null);
  });
  it('not where a reading of that instant has settled it', () => {
    expect(perguntar([fato('pago', 1), fato('enviado', 1, 'api')], [fato('enviado', 1)])).toBe(null);
  });
  it('never because of what the API said', () => {
    expect(perguntar([fato('cancelado', 1)], [fato('pago', 2, 'api')])).toBe(null);
    expect(perguntar([fato('pago', 1)], [fato('enviado', 1, 'api')])).toBe(null);
  });
});
