/** Every way in which an event can end. Equal to the CHECK on webhook_eventos.resultado. */
export const RESULTADOS = [
  'aplicado',
  'evento_antigo',
  'regressao_de_terminal',
  'tipo_ignorado',
  'teste',
  'privacidade',
  'gatilho',
  'anotado',
  'invalido',
] as const;
export type Resultado = (typeof RESULTADOS)[number];

/** What the fold can say of a fact; the other results are given to events that never became one. */
export type Decisao = Extract<Resultado, 'aplicado' | 'evento_antigo' | 'regressao_de_terminal'>;
