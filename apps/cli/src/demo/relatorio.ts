import { limpar, tabela } from '../tabela.ts';
import type { OpcoesDaDemo } from './opcoes.ts';
import type { Auditoria } from './simulador.ts';

export interface Resumo {
  opcoes: OpcoesDaDemo;
  /** Where the queue was. */
  fila: 'Postgres' | 'Redis';
  /** From the first order to the last thing done. */
  segundos: number;
  auditoria: Auditoria;
}

const MOSTRADOS = 20;

/** What `--json` prints, in one line. */
export const emJson = ({ opcoes, fila, segundos, auditoria }: Resumo): string =>
  JSON.stringify({ ...auditoria, fila, segundos, opcoes });

export function relatorio({ opcoes, fila, segundos, auditoria }: Resumo): string {
  const n = auditoria.numeros;
  const { itens, problemas, esperados } = auditoria;
  return [
    '',
    `${n.pedidos} orders of ${opcoes.lojas.join(' and ')} in ${segundos} s, the queue in ${fila}, seed ${opcoes.semente}`,
    '',
    `  ${n.eventos} events happened; ${n.nunca_reconhecidos} of them were never acknowledged, which left gaps in ${n.pedidos_com_falta} orders`,
    `  ${n.duplicatas} deliveries were repetitions; ${n.leituras_da_api} readings of the stores' APIs, ${n.perdidos_na_reconciliacao} of them news to reconciliation`,
    `  ${n.regressoes_de_terminal} events would have taken back a closed order; ${n.segundas_liberacoes} reopened orders were released a second time`,
    `  ${n.efeitos} effects; ${n.efeitos_anulados} annulled before anybody saw them, ${n.repetidos_no_erp} repeated to the ERP under the same key`,
    '',
    ...tabela(
      ['audit', 'expected', 'found', ''],
      itens.map((i) => [i.nome, i.esperado, i.encontrado, i.certo ? 'ok' : 'WRONG']),
    ),
    ...lista('What is wrong:', problemas),
    ...lista('Differ because a webhook of theirs never came, and the API is off:', esperados),
    '',
    auditoria.certo ? 'All of it is as the stores and the ERP say.' : 'The audit found differences.',
    '',
  ].join('\n');
}

function lista(titulo: string, problemas: Auditoria['esperados']): string[] {
  if (problemas.length === 0) return [];
  const linhas = problemas
    .slice(0, MOSTRADOS)
    .map(({ origem, pedido, texto }) => `  ${pedido === null ? origem : `${origem}/${pedido}`} ${limpar(texto)}`);
  const resto = problemas.length - linhas.length;
  return ['', titulo, ...linhas, ...(resto > 0 ? [`  and ${resto} more (--json shows all)`] : [])];
}
