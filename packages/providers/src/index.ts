export type {
  ClienteDaApi,
  Falha,
  ListaDaApi,
  PedidoDaApi,
  PedidoIlegivel,
  RespostaDaLista,
  RespostaDoPedido,
} from './api/contrato.ts';
export { type EventoDaApi, fatoDaApi, lerFatoDaApi } from './api/fato-da-api.ts';
export { hmacHex } from './assinatura.ts';
export { type Conexao, conexaoDo } from './conexoes.ts';
export type {
  Autenticacao,
  Declaracao,
  Dialeto,
  Entrega,
  Identidade,
  IdentidadeDePedido,
  IdentidadeEncerrada,
  Interpretacao,
  Politica,
  Saudacao,
  Segredo,
} from './dialeto.ts';
export { chaveDoGatilho } from './gatilho.ts';
export { readJson } from './json/read-json.ts';
export { type EventoGuardado, lerEvento } from './ler-evento.ts';
export { criarDialeto, criarOrigem, errosDaOrigem, NOMES_DOS_DIALETOS, type Origem } from './origem.ts';
export { type LeitorDaOrigem, leitoresDasOrigens, regrasDaOrigem, regrasDasOrigens } from './origens-guardadas.ts';
