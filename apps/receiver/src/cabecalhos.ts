import type { Entrega } from '@entrada/providers';

/** Headers that may carry a credential: kept by name only. A signature is none, and explains a quarantine later. */
const SECRETOS = /^(authorization|proxy-authorization|cookie|.*(token|secret|api-key|apikey|password).*)$/;
const MAX_VALOR = 1024;

/** The headers of a delivery as they may be stored: flat, bounded, without credentials. */
export function cabecalhosGuardados(cabecalhos: Entrega['cabecalhos']): Record<string, string> {
  return Object.fromEntries(
    Object.entries(cabecalhos)
      .filter(([, valor]) => valor !== undefined)
      .map(([nome, valor]) => [nome, SECRETOS.test(nome) ? '[redacted]' : semNul(String(valor)).slice(0, MAX_VALOR)]),
  );
}

/** Postgres has no character 0; node:http lets none through, but a proxy's bytes are not ours to trust. */
const semNul = (texto: string): string => texto.replaceAll('\0', '');
