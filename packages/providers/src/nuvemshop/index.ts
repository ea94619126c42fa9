import { TERMINAIS } from '@entrada/domain';
import { autenticarPorHmac } from '../autenticar-hmac.ts';
import type { CriarDialeto } from '../dialeto.ts';
import { LeitorDeOpcoes } from '../opcoes.ts';
import { LISTA_DE_PALAVRAS, lerPalavras } from '../palavras.ts';
import { criarApi } from './api.ts';
import { falaDePedido, identificar } from './identificar.ts';
import { PALAVRAS } from './pedido.ts';

/**
 * Nuvemshop, also known as Tiendanube: a delivery only says which order changed, and the API says what it is. Orders may be
 * opened again. README.md tells the events, and the options.
 */
export const criarNuvemshop: CriarDialeto = (opcoes) => {
  const leitor = new LeitorDeOpcoes(opcoes);
  const palavras = leitor.ler('STATUS_MAP', PALAVRAS, lerPalavras(PALAVRAS), LISTA_DE_PALAVRAS);
  const userAgent = leitor.ler('USER_AGENT', 'entrada', lerUserAgent, 'must be printable ASCII');
  leitor.recusarAsOutras('nuvemshop');
  if (leitor.erros.length > 0) return { erros: leitor.erros };
  return {
    dialeto: {
      nome: 'nuvemshop',
      declaracao: { assinatura: 'corpo', chave: null, corpo: 'magro', resolucaoMs: 1_000 },
      regras: { saidas: TERMINAIS, apiVence: true },
      politica: { tentativas: 19, esperaMs: 0, sucesso: '2xx', prazoMs: 3_000, castigo: 'nenhum' },
      criterio: 'instante',
      autenticar: autenticarPorHmac({ cabecalho: 'x-linkedstore-hmac-sha256', codificacao: 'hex', prefixo: '' }),
      identificar,
      interpretar: (_, { tipo }) => (falaDePedido(tipo) ? { gatilho: true } : { ignorado: true }),
      criarApi: (acesso) => criarApi(acesso, palavras, userAgent),
    },
  };
};

const lerUserAgent = (valor: string): string | undefined => (/^[\x20-\x7e]+$/.test(valor) ? valor.trim() : undefined);
