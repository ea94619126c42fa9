import { createHmac } from 'node:crypto';
import { iguaisEmTempoConstante } from './assinatura.ts';
import type { Dialeto } from './dialeto.ts';

/** Where a store that signs the raw body puts its signature, and how it writes it. */
export interface Assinatura {
  /** The header's name in lower case. */
  cabecalho: string;
  codificacao: 'hex' | 'base64';
  /** What stands before the signature, such as `sha256=`; '' where nothing does. */
  prefixo: string;
}

/** The header holds the HMAC-SHA256 of the raw body under any of the secrets. Hex may be of either case. */
export function autenticarPorHmac({ cabecalho, codificacao, prefixo }: Assinatura): Dialeto['autenticar'] {
  return (entrega, segredos) => {
    const recebida = entrega.cabecalhos[cabecalho];
    if (recebida === undefined) return { recusado: `the header ${cabecalho} is missing` };
    if (typeof recebida !== 'string') return { recusado: `the header ${cabecalho} was sent more than once` };
    if (!recebida.startsWith(prefixo)) return { recusado: `the header ${cabecalho} lacks the prefix` };
    const semPrefixo = recebida.slice(prefixo.length);
    const assinatura = codificacao === 'hex' ? semPrefixo.toLowerCase() : semPrefixo;
    const segredo = segredos.find((s) => {
      const esperada = createHmac('sha256', s.valor).update(entrega.corpo).digest(codificacao);
      return iguaisEmTempoConstante(assinatura, esperada);
    });
    return segredo ? { segredo_nome: segredo.nome } : { recusado: 'no secret of this origem made this signature' };
  };
}
