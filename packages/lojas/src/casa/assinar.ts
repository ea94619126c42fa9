import { createHmac } from 'node:crypto';

/** The headers with which a store of the dialect `loja` sends this body. */
export function assinar(corpo: string, segredo: string): Record<string, string> {
  return {
    'content-type': 'application/json',
    'x-loja-signature': createHmac('sha256', segredo).update(corpo, 'utf8').digest('hex'),
  };
}
