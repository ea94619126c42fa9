type Celula = string | number | null;

/** Columns as wide as their widest cell, two spaces apart. null shows as nothing. */
export function tabela(titulos: readonly string[], linhas: readonly (readonly Celula[])[]): string[] {
  const textos = [titulos, ...linhas].map((linha) => linha.map((c) => limpar(String(c ?? ''))));
  const larguras = titulos.map((_, i) => Math.max(...textos.map((linha) => linha[i]?.length ?? 0)));
  return textos.map((linha) =>
    linha
      .map((c, i) => c.padEnd(larguras[i] ?? 0))
      .join('  ')
      .trimEnd(),
  );
}

/** What a store sends may hold anything; a terminal obeys control characters. */
export const limpar = (texto: string): string => texto.replace(/\p{Cc}/gu, '\u{FFFD}');
