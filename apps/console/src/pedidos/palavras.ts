import type { Acao, ConsultaDoPedido, EfeitoGravado, EventoDoPedido } from '@entrada/db';
import type { Marcas, Resultado, Transicao } from '@entrada/domain';

/** What the closed words of the tables mean to an operator. */
export const RESULTADOS: Readonly<Record<Resultado, string>> = {
  aplicado: 'valeu',
  evento_antigo: 'não diz nada de novo: ignorado',
  regressao_de_terminal: 'o pedido já estava encerrado: ignorado',
  tipo_ignorado: 'este tipo não fala do estado do pedido',
  teste: 'entrega de teste da loja',
  privacidade: 'pedido sobre dados pessoais, que o lojista responde',
  gatilho: 'só avisou que o pedido mudou: foi lido na API da loja',
  anotado: 'fala de um reembolso ou de uma disputa, não do estado',
  invalido: 'não pôde ser lido',
};

/** The same in a word or two, for the drawing. */
export const RESULTADOS_CURTOS: Readonly<Record<Resultado, string>> = {
  aplicado: 'valeu',
  evento_antigo: 'antigo',
  regressao_de_terminal: 'ignorado',
  tipo_ignorado: 'outro assunto',
  teste: 'teste',
  privacidade: 'privacidade',
  gatilho: 'gatilho',
  anotado: 'anotado',
  invalido: 'inválido',
};

export const FONTES: Readonly<Record<EventoDoPedido['fonte'], string>> = {
  webhook: 'webhook',
  api: 'API da loja',
  poda: 'resumo de fatos antigos',
};

export const CAUSAS: Readonly<Record<Transicao['causa'], string>> = {
  fato: 'fato novo',
  fato_atrasado: 'fato atrasado, que mudou o que se acreditava',
  releitura: 'evento relido, que agora diz outra coisa',
  conserto: 'linha refeita a partir dos fatos',
};

export const ACOES: Readonly<Record<Acao, string>> = {
  reprocessar: 'reprocessou o pedido',
  replay: 'releu os eventos',
  consertar: 'refez o pedido a partir dos fatos',
  descartar: 'descartou uma entrega da quarentena',
  consultar: 'pediu a leitura na API da loja',
  reconciliar: 'pediu a reconciliação',
  fila: 'mexeu na fila',
  liberar: 'tirou uma entrega da quarentena',
  reenviar: 'mandou reenviar um efeito',
  descartar_efeito: 'encerrou um efeito sem envio',
  pausar: 'pausou um papel',
  continuar: 'fez um papel continuar',
};

/** Why an order is read from the store's API. */
export const SITUACOES: Readonly<Record<string, string>> = {
  lacuna: 'faltava um fato: o estado anterior que a loja diz não era o nosso',
  regressao_de_terminal: 'um fato queria reabrir um pedido encerrado',
  empate: 'dois eventos dizem coisas diferentes do mesmo momento',
  gatilho: 'o evento só avisou que o pedido mudou',
  operador: 'um operador pediu',
};

export function situacaoDaConsulta({ pedidas, lidas, resposta }: ConsultaDoPedido): string {
  if (lidas < pedidas) return 'a ler';
  return resposta === 'inexistente' ? 'a loja não conhece este pedido, em' : 'lida em';
}

export function situacaoDoEfeito(e: EfeitoGravado): string {
  if (e.enviado_em) return 'confirmado pelo ERP em';
  if (e.descartado_em) return 'falhou, e um operador o encerrou sem envio em';
  if (e.falhou_em) return 'abandonado em';
  if (e.anulado_em) return 'anulado sem envio, porque o contrário veio logo depois, em';
  return 'a enviar';
}

export function marcasEmPalavras({ reembolso_parcial_centavos: centavos, em_disputa, reaberto }: Marcas): string {
  const palavras = [
    centavos !== null && `reembolso parcial de ${reais(centavos)}`,
    em_disputa && 'em disputa',
    reaberto && 'reaberto',
  ].filter((p) => p !== false);
  return palavras.length === 0 ? 'nenhuma' : palavras.join('; ');
}

export function reais(centavos: number | null): string {
  if (centavos === null) return 'não informado';
  return (centavos / 100).toLocaleString('pt-BR', { minimumFractionDigits: 2 });
}
