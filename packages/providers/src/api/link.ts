import type { Cabecalho } from './cabecalhos-http.ts';

/**
 * The parameters of the next page's address out of a Link header (RFC 8288), or null where it names none. Only they are
 * followed: the address is the store's to choose, and the token is for the one that was configured.
 */
export function lerLinkSeguinte(cabecalho: Cabecalho): URLSearchParams | null {
  const texto = Array.isArray(cabecalho) ? cabecalho.join(', ') : (cabecalho ?? '');
  for (const [, alvo = '', atributos = ''] of texto.matchAll(/<([^>]*)>([^<]*)/g)) {
    if (!/;\s*rel\s*=\s*(?:"(?:[^"]*\s)?next(?:\s[^"]*)?"|next\s*(?:[;,]|$))/i.test(atributos)) continue;
    const consulta = alvo.indexOf('?');
    return new URLSearchParams(consulta === -1 ? '' : alvo.slice(consulta + 1));
  }
  return null;
}
