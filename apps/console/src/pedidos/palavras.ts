import type { Acao, EfeitoGravado, EventoDoPedido } from '@entrada/db';
import type { Marcas, Resultado, Transicao } from '@entrada/domain';

/** What the closed words of the tables mean to an operator. */
export const RESULTADOS: Readonly<Record<Resultado, string>> = {
  aplicado: 'valeu',
  evento_antigo: 'chegou depois de um fato mais novo: ignorado',
  regressao_de_terminal: 'o pedido já estava encerrado: ignorado',
  tipo_ignorado: 'este tipo não fala do estado do pedido',
  teste: 'entrega de teste da loja',
  privacidade: 'pedido sobre dados pessoais, que o lojista responde',
  gatilho: 'só avisou que o pedido mudou: foi lido na API da loja',
  anotado: 'fala de um reembolso ou de uma disputa, não do estado',
  invalido: 'não pôde ser lido',
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
};

export function situacaoDoEfeito(e: EfeitoGravado): string {
  if (e.enviado_em) return 'confirmado pelo ERP em';
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
