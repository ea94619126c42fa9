import { autenticarPorHmac } from '../autenticar-hmac.ts';
import type { Dialeto, Entrega, Saudacao } from '../dialeto.ts';

const CABECALHO = 'x-wc-webhook-signature';
const conferir = autenticarPorHmac({ cabecalho: CABECALHO, codificacao: 'base64', prefixo: '' });

/** What WordPress makes of a secret before it signs: it stores some characters as entities. */
const ENTIDADES = /&(?:amp|lt|gt|quot|#0*(?:34|38|39|60|62)|#x0*(?:22|26|27|3c|3e));/gi;
const NOMES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"' };

/**
 * The header holds the HMAC-SHA256 of the raw body in base64. An empty secret, which WooCommerce allows, vouches for nothing:
 * anybody can sign with it.
 */
export const autenticar: Dialeto['autenticar'] = (entrega, segredos, agora) => {
  const lidos = segredos.flatMap(({ nome, valor }) => chaves(valor).map((chave) => ({ nome, valor: chave })));
  return conferir(entrega, lidos, agora);
};

/** The secret as it stands, and as WordPress reads it. */
function chaves(segredo: string): string[] {
  const lido = segredo.replaceAll(ENTIDADES, decodificar);
  return [...new Set([segredo, lido])].filter((chave) => chave !== '');
}

function decodificar(entidade: string): string {
  const corpo = entidade.slice(1, -1).toLowerCase();
  if (!corpo.startsWith('#')) return NOMES[corpo] ?? entidade;
  const codigo = corpo.startsWith('#x') ? Number.parseInt(corpo.slice(2), 16) : Number(corpo.slice(1));
  return String.fromCharCode(codigo);
}

/** When a webhook is saved, WooCommerce posts its number, unsigned: unless it hears exactly 200, it cannot be saved. */
export function saudar({ cabecalhos, corpo }: Entrega): Saudacao | null {
  if (cabecalhos[CABECALHO] !== undefined || corpo.length > 64) return null;
  return /^webhook_id=\d{1,20}$/.test(corpo.toString('latin1'))
    ? { status: 200, corpo: 'ok', tipo: 'text/plain' }
    : null;
}
