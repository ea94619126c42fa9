import { createHmac } from 'node:crypto';

/** The headers with which `loja` signs a body. Computed here and not through the dialect: the two must agree. */
export function assinarLoja(segredo: string, corpo: string | Buffer): Record<string, string> {
  return {
    'content-type': 'application/json',
    'x-loja-signature': createHmac('sha256', segredo).update(corpo).digest('hex'),
  };
}
