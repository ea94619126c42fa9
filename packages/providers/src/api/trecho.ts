const MAX_BYTES = 200;
/** A shorter text is in every second sentence by chance, and no secret. */
const MIN_DO_SEGREDO = 4;

/**
 * The beginning of an answer, fit for a log line, a text column and a person: one line, no control characters, and
 * without the credential, which a store may repeat in what it complains about.
 */
export function trecho(corpo: Buffer, segredo: string | null): string {
  const texto = corpo.toString('utf8');
  const semSegredo = segredo && segredo.length >= MIN_DO_SEGREDO ? texto.replaceAll(segredo, '***') : texto;
  const linha = semSegredo.replace(/[\p{Cc}\p{Cs}\s]+/gu, ' ').trim();
  if (linha === '') return 'an empty body';
  const bytes = Buffer.from(linha);
  return bytes.length <= MAX_BYTES ? linha : `${bytes.subarray(0, MAX_BYTES).toString('utf8')}...`;
}
