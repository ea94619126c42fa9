import { TERMINAIS } from '@entrada/domain';
import { criarClienteDaApi } from '../api/cliente.ts';
import { type Assinatura, autenticarPorHmac } from '../autenticar-hmac.ts';
import type { CriarDialeto, Opcoes } from '../dialeto.ts';
import { LeitorDeOpcoes } from '../opcoes.ts';
import { LISTA_DE_PALAVRAS, lerPalavras } from '../palavras.ts';
import { identificar } from './identificar.ts';
import { criarInterpretar, criarLacuna } from './interpretar.ts';
import { PALAVRAS } from './palavras.ts';

/** The platform leaves it to whoever registers the webhook. */
const ASSINATURA: Assinatura = { cabecalho: 'x-venddor-signature', codificacao: 'hex', prefixo: '' };

/**
 * Venddor: events without an id, which tell the state before and after; orders may be reopened. README.md tells how to
 * register the webhook, and the options.
 */
export const criarVenddor: CriarDialeto = (opcoes) => {
  const { assinatura, palavras, apiVence, erros } = lerOpcoes(opcoes);
  if (erros.length > 0) return { erros };
  return {
    dialeto: {
      nome: 'venddor',
      declaracao: { assinatura: 'corpo', chave: 'conteudo', corpo: 'cheio', resolucaoMs: 1 },
      regras: { saidas: TERMINAIS, apiVence },
      politica: { tentativas: 3, esperaMs: 30_000, sucesso: '2xx', prazoMs: null, castigo: 'nenhum' },
      criterio: 'instante',
      autenticar: autenticarPorHmac(assinatura),
      identificar,
      interpretar: criarInterpretar(palavras),
      lacuna: criarLacuna(palavras),
      criarApi: (acesso) => criarClienteDaApi(acesso, { statusDaApi: palavras, comSequencia: false }),
    },
  };
};

function lerOpcoes(opcoes: Opcoes) {
  const leitor = new LeitorDeOpcoes(opcoes);
  const assinatura: Assinatura = {
    cabecalho: leitor.ler('CABECALHO_ASSINATURA', ASSINATURA.cabecalho, lerCabecalho, 'must be the name of a header'),
    codificacao: leitor.ler('CODIFICACAO_ASSINATURA', ASSINATURA.codificacao, lerCodificacao, 'must be hex or base64'),
    prefixo: leitor.ler('PREFIXO_ASSINATURA', ASSINATURA.prefixo, lerPrefixo, 'must be printable ASCII'),
  };
  const palavras = leitor.ler('STATUS_MAP', PALAVRAS, lerPalavras(PALAVRAS), LISTA_DE_PALAVRAS);
  const apiVence = leitor.simOuNao('API_VENCE', true);
  leitor.recusarAsOutras('venddor');
  return { assinatura, palavras, apiVence, erros: leitor.erros };
}

const lerCabecalho = (valor: string): string | undefined =>
  /^[\w!#$%&'*+.^`|~-]+$/.test(valor.trim()) ? valor.trim().toLowerCase() : undefined;

const lerCodificacao = (valor: string): Assinatura['codificacao'] | undefined =>
  (['hex', 'base64'] as const).find((c) => c === valor.trim());

/** Not trimmed: a prefix may end in a space. */
const lerPrefixo = (valor: string): string | undefined => (/^[\x20-\x7e]+$/.test(valor) ? valor : undefined);
