export {
  type Aplicacao,
  aplicarFatos,
  CAUSAS,
  type Causa,
  type Correcao,
  type EfeitoNascido,
  type FatoConhecido,
  type Pedido,
  podeSeguirDaLinha,
  reaplicarFatos,
  type Transicao,
} from './aplicar.ts';
export { type Conferivel, conferir, type Limites, mesmoEstado } from './conferir/conferir.ts';
export { DIVERGENCIAS, type Divergencia, type TipoDeDivergencia, temConserto } from './conferir/divergencia.ts';
export type { EfeitoConferivel } from './conferir/efeitos.ts';
export { decidir } from './decidir.ts';
export {
  aplicarFato,
  type Base,
  type Campo,
  type Campos,
  dadosDoEstado,
  dobrar,
  type Estado,
  type Passo,
  type Regras,
} from './dobrar.ts';
export {
  EFEITOS,
  type Efeito,
  efeitosDaTransicao,
  type Nascidos,
  NENHUM_NASCIDO,
  separacaoEmVigor,
} from './efeitos.ts';
export { type EfeitoExplicavel, type EventoExplicavel, explicar, type Historico } from './explicar.ts';
export {
  type Anotacao,
  CRITERIOS,
  type Criterio,
  criterioDaLeitura,
  type Dados,
  type Fato,
  type FatoOuMotivo,
  type Fonte,
  fatoDaLeitura,
  type Leitura,
  momentoDaVersao,
  versaoDoFato,
} from './fato.ts';
export { MOTIVOS_DE_LEITURA, type MotivoDeLeitura, motivoDeLeitura } from './leituras.ts';
export {
  type Dita,
  dizerMarcas,
  juntarMarcas,
  type Marcas,
  type MarcasDitas,
  type MarcasDoEvento,
  marcasDoPedido,
  mesmasMarcas,
  NADA_DITO,
  resumirMarcas,
} from './marcas.ts';
export { compararFatos, maisNovoQueTudo } from './ordem.ts';
export { type Decisao, RESULTADOS, type Resultado } from './resultado.ts';
export {
  criterioDosEventos,
  type EventoComFato,
  type EventoDatado,
  type EventoLido,
  type EventoSemFato,
  separarFatos,
} from './separar-fatos.ts';
export { RANK, type Saidas, STATUS, type Status, TERMINAIS } from './status.ts';
