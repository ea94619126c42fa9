import type { FastifyRequest } from 'fastify';

const SEGUROS = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Whether a request changes something. */
export const altera = (req: FastifyRequest): boolean => !SEGUROS.has(req.method);

/**
 * Whether a request that changes something comes from anywhere but our own pages. The browser says where it comes from,
 * and no page can make it lie. This guards what cannot carry a token: Bull Board's own requests, and the login, where a
 * token would cost a stored session for each stranger. Behind it the forms have their tokens all the same.
 *
 * Sec-Fetch-Site comes with https and localhost; without it Origin must name this host; a request with neither is no
 * browser's, and nobody else has business here.
 */
export function vemDeFora(req: FastifyRequest): boolean {
  if (!altera(req)) return false;
  const { origin, 'sec-fetch-site': site } = req.headers;
  if (site !== undefined) return site !== 'same-origin';
  return origin === undefined || !ehDesteHost(origin, req.host);
}

/** A default port may be written out in one of the two and not in the other. */
function ehDesteHost(origin: string, host: string): boolean {
  const { protocol, host: deOnde } = URL.canParse(origin) ? new URL(origin) : { protocol: '', host: '' };
  const aqui = `${protocol}//${host}`;
  return deOnde !== '' && URL.canParse(aqui) && new URL(aqui).host === deOnde;
}
