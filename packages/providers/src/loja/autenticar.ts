import { hmacHex, iguaisEmTempoConstante } from '../assinatura.ts';
import type { Autenticacao, Entrega, Segredo } from '../dialeto.ts';

const CABECALHO = 'x-loja-signature';
const HEX_DE_SHA256 = /^[0-9a-f]{64}$/i;

/** The header holds the HMAC-SHA256 of the raw body in hex, of either case, under any of the secrets. */
export function autenticar(entrega: Entrega, segredos: readonly Segredo[]): Autenticacao {
  const recebida = entrega.cabecalhos[CABECALHO];
  if (recebida === undefined) return { recusado: `the header ${CABECALHO} is missing` };
  if (typeof recebida !== 'string') return { recusado: `the header ${CABECALHO} was sent more than once` };
  if (!HEX_DE_SHA256.test(recebida)) return { recusado: `the header ${CABECALHO} is not 64 hex digits` };
  const assinatura = recebida.toLowerCase();
  const segredo = segredos.find((s) => iguaisEmTempoConstante(assinatura, hmacHex(s.valor, entrega.corpo)));
  return segredo ? { segredo_nome: segredo.nome } : { recusado: 'no secret of this origem made this signature' };
}
