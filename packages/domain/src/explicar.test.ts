import { describe, expect, it } from 'vitest';
import type { FatoConhecido } from './aplicar.ts';
import { dobrar, type Regras } from './dobrar.ts';
import { type EventoExplicavel, explicar, type Historico } from './explicar.ts';
import { RANK, type Status, TERMINAIS } from './status.ts';

const INSTANTE: Regras = { criterio: 'instante', saidas: TERMINAIS, apiVence: false };
const SEQUENCIA: Regras = { ...INSTANTE, criterio: 'sequencia' };
const MEIO_DIA = Date.UTC(2026, 0, 1, 12);
const em = (minuto: number) => new Date(MEIO_DIA + minuto * 60_000);

type Opcoes = Partial<Omit<FatoConhecido, 'dados'>> & { total?: number; email?: string };
function fato(
  evento_id: string,
  status: Status,
  minuto: number,
  { total, email, ...resto }: Opcoes = {},
): FatoConhecido {
  const dados = { total_centavos: total ?? null, cliente_email: email ?? null };
  const versao = em(minuto).getTime() * 10 + RANK[status];
  return { evento_id, status, versao, fonte: 'webhook', resultado: 'aplicado', dados, ...resto };
}
const evento = (evento_id: string, resto: Partial<EventoExplicavel> = {}): EventoExplicavel => ({
  evento_id,
  tipo: 'order.paid',
  fonte: 'webhook',
  recebido_em: em(90),
  duplicatas: 0,
  resultado: 'aplicado',
  erro: null,
  corrigido_por: null,
  ...resto,
});
function historico(fatos: FatoConhecido[], resto: Partial<Historico> = {}, regras = INSTANTE): Historico {
  const pedido = dobrar(fatos, regras, resto.base ?? null).at(-1)?.depois ?? resto.base ?? null;
  const eventos = fatos.map((f) => evento(f.evento_id));
  return { origem: 'loja', id: '1001', pedido, base: null, fatos, eventos, transicoes: [], efeitos: [], ...resto };
}

describe('the explanation of an order', () => {
  it('tells the story of a late payment from the first line to the last', () => {
    const fatos = [
      fato('e1', 'criado', 0, { total: 12990 }),
      fato('e3', 'pago', 2, { resultado: 'regressao_de_terminal' }),
      fato('e2', 'cancelado', 1, { email: 'ana@exemplo.com.br' }),
    ];
    const linhas = explicar(
      historico(fatos, {
        eventos: [evento('e1'), evento('e3', { corrigido_por: 'e2' }), evento('e2', { duplicatas: 2 })],
        transicoes: [
          { de: null, para: 'criado', versao: 1, evento_id: 'e1', causa: 'fato', em: em(90) },
          { de: 'criado', para: 'pago', versao: 3, evento_id: 'e3', causa: 'fato', em: em(91) },
          { de: 'pago', para: 'cancelado', versao: 2, evento_id: 'e2', causa: 'fato_atrasado', em: em(92) },
        ],
        efeitos: [
          {
            efeito: 'liberar_separacao',
            ocorrencia: 1,
            evento_id: 'e3',
            enviado_em: em(95),
            falhou_em: null,
            anulado_em: null,
          },
          {
            efeito: 'interromper_separacao',
            ocorrencia: 1,
            evento_id: 'e2',
            enviado_em: null,
            falhou_em: null,
            anulado_em: null,
          },
        ],
      }),
      INSTANTE,
    );
    expect(linhas).toEqual([
      'Order loja/1001: cancelado, total 12990 cents, e-mail ana@exemplo.com.br.',
      '',
      'Its facts, in the order in which they happened (by instant):',
      '1. 2026-01-01T12:00:00.000Z criado: webhook event e1, arrived 2026-01-01T13:30:00.000Z',
      '   Decision: applied. It is the first fact of the order.',
      '   Effect: the order begins as criado; total is now 12990 cents.',
      '2. 2026-01-01T12:01:00.000Z cancelado: webhook event e2, arrived 2026-01-01T13:30:00.000Z, delivered 3 times',
      '   Decision: applied. It is newer, and criado may be followed by anything.',
      '   Effect: the order goes from criado to cancelado; e-mail is now ana@exemplo.com.br.',
      '   For the ERP: interromper_separacao, not confirmed yet.',
      '3. 2026-01-01T12:02:00.000Z pago: webhook event e3, arrived 2026-01-01T13:30:00.000Z',
      '   Decision: not applied (regressao_de_terminal). cancelado is closed: only reembolsado may follow.',
      '   It was judged otherwise at first; event e2 arrived later and changed what it meant.',
      '   Effect: nothing changes.',
      '   For the ERP: liberar_separacao, confirmed 2026-01-01T13:35:00.000Z.',
      '',
      'What happened here, in the order of arrival:',
      '- 2026-01-01T13:30:00.000Z began as criado, because of event e1',
      '- 2026-01-01T13:31:00.000Z criado -> pago, because of event e3',
      '- 2026-01-01T13:32:00.000Z pago -> cancelado, because of event e2, a late fact that changed what was believed',
    ]);
  });

  it('gives the reason of every kind of decision', () => {
    const porque = (fatos: FatoConhecido[], regras = INSTANTE, resto: Partial<Historico> = {}) =>
      explicar(historico(fatos, resto, regras), regras)
        .filter((l) => l.includes('Decision'))
        .at(-1);
    const seq = (versao: number): Opcoes => ({ versao });
    expect(porque([fato('a', 'cancelado', 0), fato('b', 'reembolsado', 1)])).toContain(
      'cancelado is closed, but reembolsado may follow it.',
    );
    expect(porque([fato('a', 'reembolsado', 0), fato('b', 'pago', 1)])).toContain(
      'reembolsado is closed: nothing may follow.',
    );
    expect(porque([fato('a', 'pago', 0), fato('b', 'pago', 1)])).toContain(
      'The order is pago already; a newer fact may still tell its fields.',
    );
    expect(porque([fato('a', 'pago', 0), fato('b', 'enviado', 0)])).toContain(
      'It shares its instant with the fact before; the more advanced state counts as later.',
    );
    expect(porque([fato('a', 'pago', 0), fato('b', 'pago', 0)])).toContain("the event's id decides.");
    expect(porque([fato('a', 'enviado', 0), fato('b', 'pago', 0, { fonte: 'api' })])).toContain(
      'what the API says counts as later.',
    );
    expect(
      porque([fato('a', 'cancelado', 0), fato('b', 'pago', 1, { fonte: 'api' })], { ...INSTANTE, apiVence: true }),
    ).toContain("this store's API has the last word about the present state.");
    expect(porque([fato('a', 'pago', 0, seq(7)), fato('b', 'criado', 0, seq(7))], SEQUENCIA)).toBe(
      '   Decision: not applied (evento_antigo). Its sequence was taken by event a; only the first of a sequence counts.',
    );
    const base = dobrar([fato('x', 'pago', 5)], INSTANTE)[0]?.depois ?? null;
    expect(porque([fato('b', 'criado', 4)], INSTANTE, { base })).toContain(
      'It is not newer than the facts that were removed.',
    );
  });

  it('shows what never became a fact, and why', () => {
    const linhas = explicar(
      historico([], {
        eventos: [
          evento('p', { resultado: null }),
          evento('q', { resultado: null, erro: 'connection lost' }),
          evento('i', { resultado: 'invalido', erro: 'no instant' }),
          evento('t', { resultado: 'tipo_ignorado', tipo: 'order.comment_added' }),
        ],
      }),
      INSTANTE,
    );
    expect(linhas).toEqual([
      'Order loja/1001: nothing applied yet.',
      '',
      'Events that are not facts:',
      '- order.paid event p, arrived 2026-01-01T13:30:00.000Z: pending',
      '- order.paid event q, arrived 2026-01-01T13:30:00.000Z: pending; the last attempt failed: connection lost',
      '- order.paid event i, arrived 2026-01-01T13:30:00.000Z: invalido: no instant',
      '- order.comment_added event t, arrived 2026-01-01T13:30:00.000Z: tipo_ignorado: its type says nothing about the state of an order',
    ]);
  });

  it('warns where the tables say something else than the facts', () => {
    const fatos = [fato('a', 'pago', 0, { resultado: 'evento_antigo' })];
    const outro = dobrar([fato('a', 'enviado', 0)], INSTANTE)[0]?.depois ?? null;
    const linhas = explicar(historico(fatos, { pedido: outro }), INSTANTE);
    expect(linhas).toContain(
      'WARNING: the table has enviado, no total, no e-mail, but its facts come to pago, no total, no e-mail.',
    );
    expect(linhas).toContain('   WARNING: the inbox says evento_antigo.');
  });

  it('says where a field comes from a fact that was not applied', () => {
    const fatos = [fato('a', 'cancelado', 0), fato('b', 'pago', 1, { total: 5, resultado: 'regressao_de_terminal' })];
    expect(explicar(historico(fatos), INSTANTE)).toContain(
      '   Effect: total is now 5 cents (no applied fact tells one).',
    );
  });
});
