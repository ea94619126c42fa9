import { isUtf8 } from 'node:buffer';

/** The text of these bytes, or null where they are not UTF-8. A byte order mark stays in the text. */
export function decodeUtf8(bytes: Buffer): string | null {
  return isUtf8(bytes) ? bytes.toString('utf8') : null;
}
