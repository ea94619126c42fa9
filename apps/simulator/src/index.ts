export { type Andamento, semAndamento } from './andamento.ts';
export type { Diferenca } from './conferir.ts';
export { type EventoDaLoja, gerarLoja, type Loja, type OpcoesDaLoja, type PedidoNaLoja } from './gerador.ts';
export { type OpcoesDaSimulacao, type Resumo, simular } from './simular.ts';
