import type { Sql } from 'postgres';
import type { Erp, Recebido } from '../erp/erp.ts';
import type { LojaViva } from '../lojas/loja-viva.ts';
import { conferirEfeitos } from './efeitos.ts';
import { conferirEventos } from './eventos.ts';
import { type Conferencia, type Problema, somar } from './item.ts';
import { comFalta, conferirPedidos, conferirPerdidos, semFalta } from './pedidos.ts';
import { conferirSeparacao } from './separacao.ts';
import { lerTabelas, type Tabelas } from './tabelas.ts';

export interface Auditoria {
  certo: boolean;
  itens: (Omit<Conferencia, 'problemas'> & { certo: boolean })[];
  problemas: (Problema & { item: string })[];
  /** Without the API: orders that differ because a webhook of theirs never came. */
  esperados: Problema[];
  numeros: Record<string, number>;
}

export interface Auditado {
  lojas: readonly LojaViva[];
  erp: Erp;
  /** Whether the receiver could ask the stores. */
  comApi: boolean;
}

/** Compares what the stores and the ERP know with what the receiver's tables hold. Nothing may be moving any more. */
export async function auditar(sql: Sql, { lojas, erp, comApi }: Auditado): Promise<Auditoria> {
  const lidas = await Promise.all(
    lojas.map(async (loja) => {
      const recebidos = erp.recebidos().filter((r) => r.origem === loja.nome);
      return { loja, recebidos, tabelas: await lerTabelas(sql, loja.nome) };
    }),
  );
  const porLoja = lidas.map((l) => conferirLoja(l, comApi));
  const conferencias = [
    ...(porLoja[0]?.map((_, i) => somar(porLoja.flatMap((p) => p[i] ?? []))) ?? []),
    conferirRecusas(erp),
  ];
  const problemas = conferencias.flatMap((c) => c.problemas.map((p) => ({ item: c.nome, ...p })));
  return {
    certo: problemas.length === 0,
    itens: conferencias.map(({ problemas: p, ...resto }) => ({ ...resto, certo: p.length === 0 })),
    problemas,
    esperados: comApi
      ? []
      : lidas.flatMap(({ loja, tabelas }) => conferirPedidos(loja, tabelas, comFalta(loja)).problemas),
    numeros: contar(lidas),
  };
}

interface Lida {
  loja: LojaViva;
  recebidos: Recebido[];
  tabelas: Tabelas;
}

function conferirLoja({ loja, recebidos, tabelas }: Lida, comApi: boolean): Conferencia[] {
  return [
    conferirEventos(loja, tabelas),
    comApi ? conferirPedidos(loja, tabelas) : conferirPedidos(loja, tabelas, semFalta(loja)),
    ...(comApi ? [conferirPerdidos(loja, tabelas)] : []),
    conferirEfeitos(loja.nome, tabelas, recebidos),
    conferirSeparacao(loja, tabelas),
    conferirPendencias(loja, tabelas),
  ];
}

function conferirPendencias({ nome: origem }: LojaViva, tabelas: Tabelas): Conferencia {
  const pendentes = [
    [tabelas.eventos.filter((e) => e.resultado === null).length, 'events wait to be applied'],
    [tabelas.efeitos.filter((e) => e.situacao === 'aberto').length, 'effects wait for the ERP'],
    [tabelas.consultas_abertas, 'orders wait to be read from the API'],
  ] as const;
  return {
    nome: 'left pending',
    esperado: 0,
    encontrado: pendentes.reduce((soma, [n]) => soma + n, 0),
    problemas: pendentes.flatMap(([n, que]) => (n > 0 ? [{ origem, pedido: null, texto: `${n} ${que}` }] : [])),
  };
}

/** An ERP that refuses has met a forged signature, a wrong key, or a second body under one key. */
function conferirRecusas(erp: Erp): Conferencia {
  const recusas = Object.entries(erp.respostas()).filter(([status]) => /^4(?!29)/.test(status));
  return {
    nome: 'refused by the ERP',
    esperado: 0,
    encontrado: recusas.reduce((soma, [, n]) => soma + n, 0),
    problemas: recusas.map(([status, n]) => ({
      origem: 'erp',
      pedido: null,
      texto: `${n} calls were answered ${status}`,
    })),
  };
}

function contar(lidas: readonly Lida[]): Record<string, number> {
  const eventos = lidas.flatMap((l) => [...l.loja.eventos.values()]);
  const linhas = lidas.flatMap((l) => l.tabelas.eventos);
  const efeitos = lidas.flatMap((l) => l.tabelas.efeitos);
  return {
    pedidos: lidas.reduce((n, l) => n + l.loja.pedidos.size, 0),
    eventos: eventos.length,
    nunca_reconhecidos: eventos.filter((e) => !e.reconhecido).length,
    pedidos_com_falta: lidas.reduce((n, l) => n + comFalta(l.loja).length, 0),
    duplicatas: linhas.reduce((n, l) => n + l.duplicatas, 0),
    regressoes_de_terminal: linhas.filter((l) => l.resultado === 'regressao_de_terminal').length,
    leituras_da_api: linhas.filter((l) => l.fonte === 'api').length,
    perdidos_na_reconciliacao: lidas.reduce((n, l) => n + l.tabelas.perdidos, 0),
    efeitos: efeitos.length,
    efeitos_anulados: efeitos.filter((e) => e.situacao === 'anulado').length,
    segundas_liberacoes: efeitos.filter((e) => e.efeito === 'liberar_separacao' && e.ocorrencia > 1).length,
    repetidos_no_erp: lidas.flatMap((l) => l.recebidos).reduce((n, r) => n + r.vezes - 1, 0),
  };
}
