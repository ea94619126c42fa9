import { createHmac, createPublicKey, type KeyObject, verify } from 'node:crypto';
import { iguaisEmTempoConstante } from '../assinatura.ts';

/** What a secret verifies: one version of signatures. */
export interface Chave {
  versao: 'v1' | 'v1a';
  /** @param assinatura base64, as it stands behind the version */
  confere(assinado: Buffer, assinatura: string): boolean;
}

const MIN_BYTES = 24;
const MAX_BYTES = 64;

/**
 * The key that a secret is: `whsec_` and the base64 of an HMAC key of 24 to 64 bytes, with or without that prefix, for v1;
 * `whpk_` and the base64 of an Ed25519 public key for v1a. null where it is neither.
 */
export function lerChave(segredo: string): Chave | null {
  if (segredo.startsWith('whpk_')) {
    const publica = chavePublica(segredo.slice('whpk_'.length));
    return (
      publica && { versao: 'v1a', confere: (assinado, assinatura) => confereEd25519(publica, assinado, assinatura) }
    );
  }
  const bytes = lerBase64(segredo.replace(/^whsec_/, ''));
  if (bytes === null || bytes.length < MIN_BYTES || bytes.length > MAX_BYTES) return null;
  return {
    versao: 'v1',
    confere: (assinado, assinatura) =>
      iguaisEmTempoConstante(assinatura, createHmac('sha256', bytes).update(assinado).digest('base64')),
  };
}

/** Strict, or two texts would be one key or signature: Buffer skips what is no base64. Padding may be missing. */
function lerBase64(texto: string): Buffer | null {
  const bytes = Buffer.from(texto, 'base64');
  const semFim = (t: string): string => t.replace(/={1,2}$/, '');
  return semFim(bytes.toString('base64')) === semFim(texto) ? bytes : null;
}

function chavePublica(texto: string): KeyObject | null {
  const bytes = lerBase64(texto);
  if (bytes?.length !== 32) return null;
  return createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: bytes.toString('base64url') }, format: 'jwk' });
}

function confereEd25519(chave: KeyObject, assinado: Buffer, assinatura: string): boolean {
  const bytes = lerBase64(assinatura);
  return bytes?.length === 64 && bytes.toString('base64') === assinatura && verify(null, assinado, chave, bytes);
}
