/** What an action leads back with, by a word in the address: a link cannot make the console say anything else. */
const AVISOS: Readonly<Record<string, string>> = {
  consultada: 'A leitura foi pedida. O worker pergunta à loja agora; recarregue a página para ver a resposta.',
  relido: 'Os eventos foram relidos.',
  igual: 'Nada mudou: os eventos dizem hoje o mesmo que antes.',
  reenviado: 'O efeito volta para a fila, com a mesma chave e o mesmo corpo.',
  descartado: 'O efeito foi encerrado sem envio.',
  nao_falhou: 'Nada foi feito: este efeito não está entre os que falharam.',
  posterior_enviado: 'Nada foi feito: um efeito posterior deste pedido já foi enviado, e este chegaria depois dele.',
  posterior_em_envio: 'Nada foi feito: um efeito posterior deste pedido está sendo enviado agora.',
  liberada: 'A entrega virou um evento pendente do pedido. O worker o aplica agora.',
  encerrada: 'A entrega virou um evento que não é de nenhum pedido.',
  continua: 'A entrega continua na quarentena: ainda não se sabe ler o que ela diz.',
  jogada_fora: 'A entrega foi jogada fora.',
  pausado: 'O papel foi pausado. O que já corria termina; o resto espera e não se perde.',
  retomado: 'O papel voltou a trabalhar.',
  reconciliacao: 'A reconciliação foi pedida. O worker a começa agora; recarregue a página para acompanhar.',
};

export const avisoDe = (palavra: unknown): string | null =>
  typeof palavra === 'string' && Object.hasOwn(AVISOS, palavra) ? (AVISOS[palavra] ?? null) : null;
