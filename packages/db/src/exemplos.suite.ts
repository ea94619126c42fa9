import type { Estado } from '@entrada/domain';
import type { Chave, EventoEncerrado, NovoEvento, Sql } from './index.ts';

/** Rows for the tests of this package; each names only what it is about. */
export const CHAVE: Chave = { origem: 'loja', recurso_id: 'p1' };

export const chave = (recurso_id: string, origem = 'loja'): Chave => ({ origem, recurso_id });

export const evento = (evento_id: string, mais: Partial<NovoEvento> = {}): NovoEvento => ({
  origem: 'loja',
  evento_id,
  recurso_id: 'p1',
  tipo: 'order.paid',
  fonte: 'webhook',
  payload: '{"id": 1}',
  corpo: Buffer.from('{"id": 1}'),
  segredo_nome: null,
  resultado: null,
  ...mais,
});

export const encerrado = (evento_id: string, mais: Partial<EventoEncerrado> = {}): EventoEncerrado => ({
  origem: 'loja',
  evento_id,
  resultado: 'aplicado',
  erro: null,
  status: 'pago',
  versao: 20,
  ocorreu_em: null,
  dados: { total_centavos: null, cliente_email: null },
  ...mais,
});

/** An event that never became a fact. */
export const semFato = { status: null, versao: null, dados: null } as const;

export const estado = (mais: Partial<Estado> = {}): Estado => ({
  status: 'pago',
  versao_origem: 20,
  versao_maxima: 20,
  campos: { total_centavos: null, cliente_email: null },
  foi_enviado: false,
  reaberto: false,
  ...mais,
});

export async function esvaziar(sql: Sql): Promise<void> {
  await sql`
    truncate webhook_eventos, pedidos, transicoes, outbox, consultas, cursores, origens, quarentena, leases, sessoes, auditoria, partidas,
      reconciliacoes, marcas, contadores, medidas, segredos_usados`;
}
