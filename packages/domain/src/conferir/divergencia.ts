/** Every way in which what is stored about an order can contradict itself. */
export const DIVERGENCIAS = [
  'linha_divergente',
  'linha_ausente',
  'sem_fatos',
  'resultado_divergente',
  'transicao_com_lacuna',
  'transicao_final',
  'transicao_sem_evento',
  'efeito_sem_transicao',
  'efeito_faltando',
  'efeito_fora_de_ordem',
  'efeito_de_outro_corpo',
  'pendente_ha_muito',
  'ilegivel',
] as const;
export type TipoDeDivergencia = (typeof DIVERGENCIAS)[number];

export interface Divergencia {
  tipo: TipoDeDivergencia;
  /** For people, without personal data. */
  detalhe: string;
}

/** What can be made anew from the facts. The rest is for a person: an effect is never invented, nor an event. */
const CONSERTAVEIS: ReadonlySet<TipoDeDivergencia> = new Set([
  'linha_divergente',
  'linha_ausente',
  'resultado_divergente',
  'transicao_com_lacuna',
  'transicao_final',
]);

export const temConserto = ({ tipo }: Divergencia): boolean => CONSERTAVEIS.has(tipo);
