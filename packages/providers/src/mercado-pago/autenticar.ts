import { hmacHex, iguaisEmTempoConstante } from '../assinatura.ts';
import type { Autenticacao, Dialeto, Entrega, Segredo } from '../dialeto.ts';

/**
 * `x-signature: ts=<digits>,v1=<hex>`: v1 is the HMAC-SHA256 of a manifest out of the `data.id` of the address, the header
 * x-request-id and ts; parts that are missing are left out. The body is not signed: what is authentic is only that
 * something happened to that id. Old kinds of notification carry no signature at all: they are taken where the address holds
 * one of the secrets, as `?segredo=`.
 * @param toleranciaMs between ts and our clock, on either side; null: any
 */
export const criarAutenticar =
  (toleranciaMs: number | null): Dialeto['autenticar'] =>
  (entrega, segredos, agora) => {
    const recebido = entrega.cabecalhos['x-signature'];
    if (recebido === undefined) return semAssinatura(entrega, segredos);
    if (typeof recebido !== 'string') return { recusado: 'the header x-signature was sent more than once' };
    const { ts, v1 } = lerCabecalho(recebido);
    if (ts === null || v1 === null) return { recusado: 'the header x-signature must say ts, in digits, and v1' };
    if (toleranciaMs !== null && Math.abs(agora - emMs(ts)) > toleranciaMs)
      return { recusado: 'the timestamp is too far from our clock' };
    const manifestos = manifestosPossiveis(entrega, ts);
    const segredo = segredos.find(({ valor }) =>
      manifestos.some((m) => iguaisEmTempoConstante(v1, hmacHex(valor, Buffer.from(m)))),
    );
    return segredo ? { segredo_nome: segredo.nome } : { recusado: 'no secret of this origem made this signature' };
  };

function semAssinatura({ consulta }: Entrega, segredos: readonly Segredo[]): Autenticacao {
  const mostrado = consulta.get('segredo');
  const segredo = mostrado && segredos.find(({ valor }) => iguaisEmTempoConstante(mostrado, valor));
  return segredo ? { segredo_nome: segredo.nome } : { recusado: 'the header x-signature is missing' };
}

function lerCabecalho(texto: string): { ts: string | null; v1: string | null } {
  const partes = texto.split(',').map((parte) => parte.trim().split('='));
  const valor = (nome: string): string | null => {
    const achadas = partes.filter(([n]) => n === nome);
    return achadas.length === 1 ? (achadas[0]?.[1] ?? null) : null;
  };
  const ts = valor('ts');
  return { ts: ts !== null && /^\d{1,16}$/.test(ts) ? ts : null, v1: valor('v1') };
}

/** Written as it came, or in lower case: documentation and libraries differ. */
function manifestosPossiveis({ consulta, cabecalhos }: Entrega, ts: string): string[] {
  const pedido = cabecalhos['x-request-id'];
  const fim = `${typeof pedido === 'string' && pedido !== '' ? `request-id:${pedido};` : ''}ts:${ts};`;
  const id = consulta.get('data.id') ?? '';
  return id === '' ? [fim] : [...new Set([id, id.toLowerCase()])].map((i) => `id:${i};${fim}`);
}

/** Seconds or milliseconds: both are in use, and their digits tell. */
const emMs = (ts: string): number => (ts.length > 11 ? Number(ts) : Number(ts) * 1000);
