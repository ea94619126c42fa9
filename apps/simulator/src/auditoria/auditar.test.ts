import { type DialetoDaLoja, loja } from '@entrada/lojas';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Recebido } from '../erp/erp.ts';
import { LojaViva } from '../lojas/loja-viva.ts';
import { viver } from '../lojas/mundo.ts';
import { conferirEfeitos } from './efeitos.ts';
import { conferirEventos } from './eventos.ts';
import type { Conferencia } from './item.ts';
import { comFalta, conferirPedidos, conferirPerdidos, semFalta } from './pedidos.ts';
import { conferirSeparacao } from './separacao.ts';
import type { LinhaDeEfeito, Tabelas } from './tabelas.ts';

let viva: LojaViva;
beforeAll(async () => {
  viva = await criarLoja(loja);
});

async function criarLoja(dialeto: DialetoDaLoja): Promise<LojaViva> {
  let agora = Date.UTC(2026, 2, 1);
  const nova = new LojaViva({
    nome: 'l',
    dialeto,
    agora: () => agora++,
    aoContar: (_, e) => void Object.assign(e, { reconhecido: true }),
  });
  const sinal = new AbortController().signal;
  await viver({ lojas: [nova], semente: 'auditoria', pedidos: 200, duracaoMs: 0, reabre: false, sinal });
  return nova;
}

/** Tables in which all is as it should be. */
function perfeitas(): Tabelas {
  const pedidos = [...viva.pedidos.values()].map((p) => ({
    id: p.id,
    status: loja.palavras[p.status]!,
    total_centavos: p.total_cents,
    cliente_email: p.customer_email,
    foi_enviado: p.foi_enviado,
  }));
  const efeitos = pedidos.flatMap((p) => efeitosDe(p.id, p.status));
  return {
    eventos: [...viva.eventos.values()].map((e) => ({
      evento_id: e.evento_id,
      recurso_id: e.pedido,
      fonte: 'webhook',
      resultado: 'aplicado',
      duplicatas: 0,
    })),
    pedidos,
    efeitos: efeitos.map((e, seq) => ({ ...e, seq })),
    consultas_abertas: 0,
    perdidos: 0,
  };
}

function efeitosDe(pedido_id: string, status: string): Omit<LinhaDeEfeito, 'seq'>[] {
  const efeito = (nome: string) => ({
    pedido_id,
    efeito: nome,
    ocorrencia: 1,
    corpo: JSON.stringify({ efeito: nome, pedido_id }),
    situacao: 'enviado' as const,
  });
  if (status === 'pago') return [efeito('liberar_separacao')];
  if (status === 'cancelado') return [efeito('liberar_separacao'), efeito('interromper_separacao')];
  return status === 'reembolsado' ? [efeito('notificar_reembolso')] : [];
}

const noErp = ({ efeitos }: Tabelas): Recebido[] =>
  efeitos.map(({ pedido_id, efeito, ocorrencia, corpo }) => ({
    chave: `l:${pedido_id}:${efeito}:${ocorrencia}`,
    origem: 'l',
    pedido_id,
    efeito,
    ocorrencia,
    corpo,
    recebido_em: '',
    vezes: 1,
  }));

const problemas = (c: Conferencia): string[] => c.problemas.map((p) => p.texto);
const um = (status: string): string => perfeitas().pedidos.find((p) => p.status === status && !p.foi_enviado)!.id;
const mudar = (t: Tabelas, id: string, mais: object): Tabelas => ({
  ...t,
  pedidos: t.pedidos.map((p) => (p.id === id ? { ...p, ...mais } : p)),
});

it('finds nothing where nothing is wrong', () => {
  const t = perfeitas();
  for (const c of [
    conferirEventos(viva, t),
    conferirPedidos(viva, t),
    conferirPerdidos(viva, t),
    conferirEfeitos('l', t, noErp(t)),
    conferirSeparacao(viva, t),
  ]) {
    expect([c.nome, c.problemas]).toEqual([c.nome, []]);
    expect(c.encontrado).toBe(c.esperado);
  }
  expect(conferirPedidos(viva, t).esperado).toBe(200);
});

describe('events', () => {
  it.each([
    [(t: Tabelas) => void t.eventos.shift(), /was acknowledged and is not in the inbox/],
    [(t: Tabelas) => void Object.assign(t.eventos[0]!, { resultado: null }), /was acknowledged and is pending/],
    [(t: Tabelas) => void Object.assign(t.eventos[0]!, { resultado: 'invalido' }), /was acknowledged and is invalido/],
    [(t: Tabelas) => void t.eventos.push({ ...t.eventos[0]!, evento_id: 'x' }), /the store never told event x/],
  ])('%#: are missed', (estragar, texto) => {
    const t = perfeitas();
    estragar(t);
    expect(problemas(conferirEventos(viva, t))).toEqual([expect.stringMatching(texto)]);
  });

  it('that were not acknowledged need not be there', () => {
    const t = perfeitas();
    const primeiro = viva.eventos.get(t.eventos[0]!.evento_id)!;
    primeiro.reconhecido = false;
    t.eventos.shift();
    expect(conferirEventos(viva, t).problemas).toEqual([]);
    primeiro.reconhecido = true;
  });
});

describe('orders', () => {
  it('differ, are missing, are too many', () => {
    const t = mudar(perfeitas(), um('pago'), { status: 'criado', total_centavos: null });
    t.pedidos = t.pedidos.filter((p) => p.id !== um('cancelado'));
    t.pedidos.push({ ...t.pedidos[0]!, id: 'x' });
    const c = conferirPedidos(viva, t);
    expect(problemas(c)).toEqual(
      expect.arrayContaining([
        expect.stringContaining('status should be "pago", is "criado"'),
        expect.stringContaining('total_centavos should be'),
        expect.stringContaining('is missing'),
        'the store has no such order',
      ]),
    );
    expect(c.encontrado).toBe(198);
  });

  it('whose last change no webhook told must have been read from the API', () => {
    const pedido = viva.pedidos.get(um('cancelado'))!;
    const ultimo = pedido.eventos.findLast((e) => e.muda)!;
    ultimo.reconhecido = false;
    const t = perfeitas();
    expect(problemas(conferirPerdidos(viva, t))).toEqual([
      expect.stringContaining('no reading of the API was applied'),
    ]);
    const leitura = { evento_id: 'api:1', recurso_id: pedido.id, fonte: 'api', resultado: 'aplicado', duplicatas: 0 };
    expect(conferirPerdidos(viva, { ...t, eventos: [...t.eventos, leitura] })).toMatchObject({
      esperado: 1,
      encontrado: 1,
      problemas: [],
    });
    expect(comFalta(viva).map((p) => p.id)).toEqual([pedido.id]);
    expect(semFalta(viva)).toHaveLength(199);
    ultimo.reconhecido = true;
  });
});

describe('effects', () => {
  const id = () => um('cancelado');
  const dele = (t: Tabelas) => t.efeitos.filter((e) => e.pedido_id === id());
  it.each([
    ['lost', (_: Tabelas, erp: Recebido[]) => void erp.splice(0, 1), /is not at the ERP \(enviado\)/],
    [
      'marked late',
      (t: Tabelas) => void Object.assign(t.efeitos[0]!, { situacao: 'aberto' }),
      /is at the ERP, and here it is aberto/,
    ],
    ['changed', (_: Tabelas, erp: Recebido[]) => void Object.assign(erp[0]!, { corpo: '{}' }), /has another body/],
    [
      'annulled and sent',
      (t: Tabelas) => void Object.assign(t.efeitos[0]!, { situacao: 'anulado' }),
      /nobody asked for it/,
    ],
    ['invented', (_: Tabelas, erp: Recebido[]) => void erp.push({ ...erp[0]!, ocorrencia: 9 }), /nobody asked for it/],
  ])('%s', (_nome, estragar, texto) => {
    const t = perfeitas();
    const erp = noErp(t);
    estragar(t, erp);
    expect(problemas(conferirEfeitos('l', t, erp))).toEqual([expect.stringMatching(texto)]);
  });

  it('out of order within their order; the order among orders does not matter', () => {
    const t = perfeitas();
    const erp = noErp(t).reverse();
    const trocados = new Set(problemas(conferirEfeitos('l', t, erp)));
    expect([...trocados]).toEqual(['interromper_separacao 1 reached the ERP before an older effect of its order']);
    const [liberar, interromper] = dele(t);
    expect(liberar!.seq).toBeLessThan(interromper!.seq);
  });
});

describe('picking', () => {
  const sem = (t: Tabelas, id: string, efeito: string): Tabelas => ({
    ...t,
    efeitos: t.efeitos.filter((e) => e.pedido_id !== id || e.efeito !== efeito),
  });
  it.each([
    ['pago', (t: Tabelas, id: string) => sem(t, id, 'liberar_separacao'), 'is paid, and nobody picks it'],
    [
      'cancelado',
      (t: Tabelas, id: string) => sem(t, id, 'interromper_separacao'),
      /was never shipped, and is still being picked/,
    ],
    ['cancelado', (t: Tabelas, id: string) => sem(t, id, 'liberar_separacao'), /picking was released -1 times more/],
    ['reembolsado', (t: Tabelas, id: string) => sem(t, id, 'notificar_reembolso'), /0 refunds were notified/],
    ['cancelado', (t: Tabelas, id: string) => mudar(t, id, { foi_enviado: true }), /the store never shipped it/],
    ['pago', (t: Tabelas, id: string) => mudar(t, id, { status: 'criado' }), /is not paid, and is being picked/],
  ])('of an order that is %s', (status, estragar, texto) => {
    const t = estragar(perfeitas(), um(status));
    expect(problemas(conferirSeparacao(viva, t))).toEqual([expect.stringMatching(texto)]);
  });

  it('goes on where the order was shipped before it was cancelled', () => {
    const enviado = [...viva.pedidos.values()].find((p) => p.status === 'canceled' && p.foi_enviado)!;
    const t = sem(perfeitas(), enviado.id, 'interromper_separacao');
    expect(conferirSeparacao(viva, t).problemas).toEqual([]);
  });
});
