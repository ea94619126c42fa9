import type { Autenticacao, Entrega, Segredo } from '../dialeto.ts';
import { lerChave } from './chave.ts';

/** Between the attempt and its arrival, on either side. */
const TOLERANCIA_MS = 5 * 60_000;
/** More than any store that changes its keys sends; each one costs a verification. */
const MAX_ASSINATURAS = 16;

/** The standard's headers, and those of the service that it came from. */
const FAMILIAS = ['webhook', 'svix'] as const;

/** The headers of one delivery: all of one family. */
interface Assinados {
  id: string;
  timestamp: string;
  assinaturas: { versao: string; valor: string }[];
}

/**
 * One of the signatures in the header is that of `id.timestamp.body` under one of the secrets; of versions that are not known
 * nothing is expected. The timestamp is that of the attempt, and may be five minutes from our clock.
 */
export function autenticar(entrega: Entrega, segredos: readonly Segredo[], agora: number): Autenticacao {
  const lidos = lerCabecalhos(entrega.cabecalhos);
  if ('recusado' in lidos) return lidos;
  if (!/^\d{1,12}$/.test(lidos.timestamp)) return { recusado: 'the timestamp must be whole seconds since 1970' };
  if (Math.abs(agora - Number(lidos.timestamp) * 1000) > TOLERANCIA_MS)
    return { recusado: 'the timestamp lies more than 5 minutes from our clock' };
  // node:http reads a header's bytes as Latin-1, and bytes are what was signed.
  const assinado = Buffer.concat([Buffer.from(`${lidos.id}.${lidos.timestamp}.`, 'latin1'), entrega.corpo]);
  const segredo = segredos.find(({ valor }) => {
    const chave = lerChave(valor);
    return lidos.assinaturas.some((a) => a.versao === chave?.versao && chave.confere(assinado, a.valor));
  });
  return segredo
    ? { segredo_nome: segredo.nome }
    : { recusado: 'no secret of this origem made one of these signatures' };
}

/** The id of the delivery, to be asked where it is authentic. */
export function idDaEntrega({ cabecalhos }: Pick<Entrega, 'cabecalhos'>): unknown {
  return cabecalhos[`${familia(cabecalhos)}-id`];
}

function lerCabecalhos(cabecalhos: Entrega['cabecalhos']): Assinados | { recusado: string } {
  const prefixo = familia(cabecalhos);
  const [id, timestamp, assinatura] = ['id', 'timestamp', 'signature'].map((n) => cabecalhos[`${prefixo}-${n}`]);
  if (id === undefined || timestamp === undefined || assinatura === undefined)
    return { recusado: 'one of the headers webhook-id, webhook-timestamp and webhook-signature is missing' };
  if (typeof id !== 'string' || typeof timestamp !== 'string' || typeof assinatura !== 'string')
    return {
      recusado: 'one of the headers webhook-id, webhook-timestamp and webhook-signature was sent more than once',
    };
  const assinaturas = assinatura.split(' ', MAX_ASSINATURAS).flatMap((texto) => {
    const [, versao = '', valor = ''] = /^(\w+),(.*)$/s.exec(texto) ?? [];
    return versao === '' ? [] : [{ versao, valor }];
  });
  return { id, timestamp, assinaturas };
}

const familia = (cabecalhos: Entrega['cabecalhos']): (typeof FAMILIAS)[number] =>
  FAMILIAS.find((f) => cabecalhos[`${f}-signature`] !== undefined) ?? FAMILIAS[0];
