export { type AplicacaoDoPedido, gravarAplicacoes } from './aplicacoes.ts';
export { type Acao, type AcaoGravada, acoesDoPedido, inserirAcao, type NovaAcao } from './auditoria.ts';
export { type Chave, chaveEmTexto, porPedido } from './chave.ts';
export { type Conexao, conectar, contarConexoes, contarConexoesPorPrograma, type Sql } from './conectar.ts';
export {
  buscarPedidos,
  type PaginaDeRecentes,
  type PedidoEncontrado,
  type PedidoRecente,
  pedidosRecentes,
} from './console/busca.ts';
export {
  type Contado,
  gravarRecebimento,
  medirEstado,
  podarContadores,
  type Recebimento,
  somarContadores,
} from './console/contadores.ts';
export {
  type EfeitoNaSaida,
  type EventoInvalido,
  listarEfeitosFalhos,
  listarEfeitosPendentes,
  listarInvalidos,
  listarPendentes,
  type PedidoPendente,
} from './console/listas.ts';
export {
  lerPerdidos,
  lerSerie,
  listarCursores,
  listarOrigensDoConsole,
  type OrigemNoConsole,
  type Ponto,
  type Serie,
} from './console/painel.ts';
export { pedirConsultaDoOperador } from './consulta-do-operador.ts';
export {
  adiarConsulta,
  type ConsultaDoPedido,
  type ConsultaReservada,
  consultaDoPedido,
  consultasPendentes,
  type NovaConsulta,
  pedirConsultas,
  reservarConsulta,
  responderConsulta,
} from './consultas.ts';
export {
  abrirCursor,
  atrasoDosCursores,
  avancarCursor,
  type Cursor,
  fecharCursor,
  lerCursor,
  recuarCursor,
  soltarCursor,
} from './cursores.ts';
export { type Alvo, descartarEfeitoFalho, reenviarEfeitoFalho } from './efeitos-falhos.ts';
export { type OpcoesDoPostgres, type PostgresEmbutido, startEmbeddedPostgres } from './embedded-postgres/iniciar.ts';
export { type Classe, classificarErro } from './erros.ts';
export { exporTransacoes } from './exposicao.ts';
export { type HistoricoGravado, lerHistorico } from './historico.ts';
export { soltarLease, tomarLease } from './leases.ts';
export { tentarTravarPedidos, travarPedidos } from './locks.ts';
export { anotarMarcas, lerMarcas, type MarcasGravadas } from './marcas.ts';
export { exigirSchema, migrate, pendingMigrations } from './migrate.ts';
export {
  buscarOrigem,
  criterioDaOrigem,
  fixarCriterio,
  listarOrigens,
  type OrigemConfigurada,
  registrarOrigens,
} from './origens.ts';
export {
  anularPares,
  type EfeitoGravado,
  efeitosDoPedido,
  inserirEfeitos,
  lerNascidos,
  type NovoEfeito,
  type Par,
} from './outbox.ts';
export {
  type Adiamento,
  adiarCabecas,
  adiarEfeito,
  confirmarEfeito,
  contarEfeitosPendentes,
  type EfeitoReservado,
  efeitosPendentes,
  falharEfeito,
  type Reserva,
  reservarCabecas,
} from './outbox-publicacao.ts';
export { type Reenvio, reenviarEfeito } from './outbox-reenvio.ts';
export {
  absolver,
  apagarPartidas,
  contarQueda,
  type EventoSuspeito,
  eventosSuspeitos,
  marcarPartidas,
  subirNivel,
} from './partidas.ts';
export { buscarPedido, gravarPedidos, lerPedidos, type PedidoGravado } from './pedidos.ts';
export { type Candidatos, candidatosAPoda, type LugarDaPoda } from './poda/candidatos.ts';
export { type Poda, podarPedidos } from './poda/podar-pedidos.ts';
export { apagarAvulsos, podarQuarentena, podarReconciliacoes } from './poda/podar-resto.ts';
export {
  buscarQuarentena,
  contarQuarentena,
  descartarQuarentena,
  type EntregaEmQuarentena,
  type EntregaInteira,
  inserirQuarentena,
  listarQuarentena,
  type NovaQuarentena,
} from './quarentena.ts';
export {
  type Contagem,
  contarPerdidos,
  iniciarReconciliacao,
  type Reconciliacao,
  type ReconciliacaoSeguida,
  reconciliacoesDaOrigem,
  seguirReconciliacao,
  somarPagina,
  terminarReconciliacao,
} from './reconciliacoes.ts';
export { agoraDoBanco } from './relogio.ts';
export type { Filtro } from './replay/filtro.ts';
export type { EventoLegivel, Identificado, Leitor } from './replay/leitor.ts';
export { liberarQuarentena, type OpcoesDaQuarentena, type Retomada, retomarQuarentena } from './replay/quarentena.ts';
export { muda, type Releitura } from './replay/releitura.ts';
export { type OpcoesDoReplay, type Replay, replay } from './replay/replay.ts';
export { reprocessar } from './reprocessar.ts';
export { apagarSessao, apagarSessoesVencidas, buscarSessao, gravarSessao } from './sessoes-do-console.ts';
export { type Tx, transacao } from './transacao.ts';
export { inserirTransicoes, type TransicaoGravada, transicoesDoPedido } from './transicoes.ts';
export { consertarPedido } from './verificar/consertar.ts';
export { type Achado, type OpcoesDaVerificacao, type Verificacao, verificar } from './verificar/verificar.ts';
export {
  corrigirResultados,
  type EventoEncerrado,
  encerrarEventos,
  eventoComFato,
  eventoSemFato,
  type ResultadoCorrigido,
} from './webhook-eventos/encerrar.ts';
export {
  type EventoDoPedido,
  eventosDoPedido,
  lerBases,
  lerHistoria,
  payloadDoEvento,
  type TrechoDoPayload,
  trechosDosPayloads,
} from './webhook-eventos/historia.ts';
export { type Gravacao, inserirEventos, type NovoEvento } from './webhook-eventos/inserir.ts';
export {
  contarPendentes,
  contarPendentesPorOrigem,
  type EventoPendente,
  lerPendentes,
  type PaginaDePendentes,
  type Pendencia,
  pedidosPendentes,
  registrarFalha,
  retomar,
} from './webhook-eventos/pendentes.ts';
export { guardarRastros, rastroDoEfeito, rastrosPendentes } from './webhook-eventos/rastro.ts';
