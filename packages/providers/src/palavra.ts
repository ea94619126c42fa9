/**
 * Says that a store's word for a state is not in its list. The word is shown where it looks like one, since somebody has to
 * add it; anything else may be personal data in the wrong place.
 */
export function nomearPalavra(palavra: string): string {
  return /^[\w.-]{1,40}$/.test(palavra) ? `"${palavra}" is no known state` : 'is no known state';
}
