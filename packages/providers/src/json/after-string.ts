const BACKSLASH = 92;

/** The place after the string that opens here, in a text that is known to be JSON. */
export function afterString(text: string, opens: number): number {
  let closes = text.indexOf('"', opens + 1);
  while (isEscaped(text, closes)) closes = text.indexOf('"', closes + 1);
  return closes + 1;
}

function isEscaped(text: string, quote: number): boolean {
  let backslashes = 0;
  while (text.charCodeAt(quote - 1 - backslashes) === BACKSLASH) backslashes++;
  return backslashes % 2 === 1;
}
