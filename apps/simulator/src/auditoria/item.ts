/** One thing that is wrong. */
export interface Problema {
  origem: string;
  /** null where it concerns no single order. */
  pedido: string | null;
  texto: string;
}

/** One line of the audit. */
export interface Conferencia {
  nome: string;
  esperado: number;
  encontrado: number;
  problemas: Problema[];
}

/** The same line for several stores. */
export function somar(partes: readonly Conferencia[]): Conferencia {
  return {
    nome: partes[0]?.nome ?? '',
    esperado: partes.reduce((n, p) => n + p.esperado, 0),
    encontrado: partes.reduce((n, p) => n + p.encontrado, 0),
    problemas: partes.flatMap((p) => p.problemas),
  };
}
