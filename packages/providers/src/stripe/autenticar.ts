import { hmacHex, iguaisEmTempoConstante } from '../assinatura.ts';
import type { Autenticacao, Entrega, Segredo } from '../dialeto.ts';

const CABECALHO = 'stripe-signature';
/** How old an attempt may be. One that our clock holds for future is not refused: Stripe's own libraries do not either. */
const TOLERANCIA_S = 300;
/** More than there are while a secret is rolled. */
const MAX_ASSINATURAS = 16;

/**
 * `t=<seconds>,v1=<hex>[,v1=<hex>][,v0=...]`: one of the v1 is the HMAC-SHA256 of `t.body`. The key is the secret as it
 * stands, `whsec_` included.
 */
export function autenticar(entrega: Entrega, segredos: readonly Segredo[], agora: number): Autenticacao {
  const recebido = entrega.cabecalhos[CABECALHO];
  if (recebido === undefined) return { recusado: `the header ${CABECALHO} is missing` };
  if (typeof recebido !== 'string') return { recusado: `the header ${CABECALHO} was sent more than once` };
  const partes = recebido.split(',').map((parte) => parte.trim().split('='));
  const valores = (nome: string): string[] => partes.flatMap(([n, v]) => (n === nome && v !== undefined ? [v] : []));
  const [instante = '', ...outros] = valores('t');
  if (outros.length > 0 || !/^\d{1,12}$/.test(instante))
    return { recusado: `the header ${CABECALHO} must say one t, in whole seconds since 1970` };
  if (agora / 1000 - Number(instante) > TOLERANCIA_S)
    return { recusado: `the attempt is more than ${TOLERANCIA_S} s old by our clock` };
  const assinaturas = valores('v1').slice(0, MAX_ASSINATURAS);
  const assinado = Buffer.concat([Buffer.from(`${instante}.`), entrega.corpo]);
  const segredo = segredos.find(({ valor }) => {
    const esperada = hmacHex(valor, assinado);
    return assinaturas.some((a) => iguaisEmTempoConstante(a, esperada));
  });
  return segredo
    ? { segredo_nome: segredo.nome }
    : { recusado: 'no secret of this origem made one of these signatures' };
}
