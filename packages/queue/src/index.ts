export type { Registrador } from './backend.ts';
export type { Consumidor, Handler, Trabalho } from './consumidor.ts';
export { createFila, type Fila, type OpcoesDaFila } from './fila.ts';
export {
  type DadosDa,
  FILAS,
  type FilaDePedidos,
  type NomeDeFila,
  type PedidoParaAplicar,
  type Tarefa,
} from './jobs.ts';
export { ehPausavel, PAUSAVEIS, type Pausavel, papeisPausados, pausarPapel, retomarPapel } from './papeis.ts';
export type { Contadores, Enfileiramento, MotivoDePular } from './produtor.ts';
export { AGENDA, type Garantia, garantirAgenda, manterAgenda } from './schedule.ts';
