import type { FastifyHelmetOptions } from '@fastify/helmet';

type Diretivas = Record<string, string[]>;

const politica = (directives: Diretivas) => ({
  contentSecurityPolicy: {
    useDefaults: false, // they allow fonts and styles from any https host
    directives: { 'default-src': ["'none'"], 'frame-ancestors': ["'none'"], ...directives },
  },
});

/** Our pages: one script and one style, both files of ours. */
export const CABECALHOS: FastifyHelmetOptions = {
  ...politica({
    'script-src': ["'self'"],
    'connect-src': ["'self'"],
    'style-src': ["'self'"],
    'img-src': ["'self'"],
    'form-action': ["'self'"],
    'base-uri': ["'none'"],
  }),
  // With no-referrer browsers send `Origin: null`, and the check of the origin would refuse our own forms.
  referrerPolicy: { policy: 'same-origin' },
  strictTransportSecurity: { maxAge: 365 * 24 * 60 * 60, includeSubDomains: false },
  xFrameOptions: { action: 'deny' },
};

/** Bull Board is a program in the browser: scripts and a worker of our own host, styles written by its components. */
export const CABECALHOS_DAS_FILAS = politica({
  'script-src': ["'self'"],
  'worker-src': ["'self'"],
  'connect-src': ["'self'"],
  'style-src': ["'self'", "'unsafe-inline'"],
  'img-src': ["'self'", 'data:'],
  'font-src': ["'self'"],
  'form-action': ["'none'"],
  'base-uri': ["'self'"],
});
