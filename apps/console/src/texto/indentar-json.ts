const RECUO = 2;
/** Deeper levels stand at the same place: five million brackets must not become as many lines of spaces. */
const MAIOR_RECUO = 20;

/**
 * JSON text with line breaks, by walking it: numbers keep all their digits, depth costs no stack, and a text that was cut
 * off is fine too.
 */
export function indentarJson(json: string): string {
  const partes: string[] = [];
  let nivel = 0;
  for (const [peca] of json.matchAll(/"(?:[^"\\]|\\.)*"?|[[{]\s*[\]}]|[[\]{}:,]|[^\s[\]{}:,"]+/g)) {
    if (peca === '}' || peca === ']') nivel -= 1;
    if (peca === '}' || peca === ']') partes.push(quebra(nivel));
    partes.push(peca === ':' ? ': ' : peca);
    if (peca === '{' || peca === '[') nivel += 1;
    if (peca === '{' || peca === '[' || peca === ',') partes.push(quebra(nivel));
  }
  return partes.join('');
}

const quebra = (nivel: number): string => `\n${' '.repeat(RECUO * Math.min(Math.max(nivel, 0), MAIOR_RECUO))}`;
