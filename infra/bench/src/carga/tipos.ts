import type { Serie } from './eventos.ts';

export interface Carga {
  porta: number;
  caminho: string;
  serie: Serie;
  conexoes: number;
  /** Stop sending after so long; null: send the whole series. */
  duracaoMs: number | null;
  /** null: each connection sends as soon as it was answered. */
  porSegundo: number | null;
}

export interface Resultado {
  respostas: number;
  /** Answers other than 200. */
  recusadas: number;
  segundos: number;
  rps: number;
  /** Milliseconds. */
  p50: number;
  p99: number;
}
