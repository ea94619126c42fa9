import { autenticarPorHmac } from '../autenticar-hmac.ts';
import type { Dialeto, Entrega } from '../dialeto.ts';

/** The two families of headers that the platform sends; of both, the newer one counts. */
const NOVA = 'shopify-';
const ANTIGA = 'x-shopify-';

const assinatura = (familia: string) =>
  autenticarPorHmac({ cabecalho: `${familia}hmac-sha256`, codificacao: 'base64', prefixo: '' });
const pelaNova = assinatura(NOVA);
const pelaAntiga = assinatura(ANTIGA);

/** The base64 HMAC-SHA256 of the raw body under any of the secrets: the app's, its former one, or the store's own. */
export const autenticar: Dialeto['autenticar'] = (entrega, segredos, agora) =>
  (familia(entrega) === NOVA ? pelaNova : pelaAntiga)(entrega, segredos, agora);

/** The value of a header, whichever family it came in. */
export function cabecalho(entrega: Pick<Entrega, 'cabecalhos'>, nome: string): string | null {
  const valor = entrega.cabecalhos[`${familia(entrega)}${nome}`];
  return typeof valor === 'string' ? valor : null;
}

const familia = ({ cabecalhos }: Pick<Entrega, 'cabecalhos'>): string =>
  cabecalhos[`${NOVA}hmac-sha256`] === undefined ? ANTIGA : NOVA;
