import type { CriarDialeto } from '../dialeto.ts';
import { LeitorDeOpcoes } from '../opcoes.ts';
import { LISTA_DE_PALAVRAS, lerPalavras } from '../palavras.ts';
import { criarApiDoWoocommerce } from './api.ts';
import { autenticar, saudar } from './autenticar.ts';
import { identificar } from './identificar.ts';
import { criarInterpretar } from './interpretar.ts';
import { PALAVRAS } from './palavras.ts';

/**
 * WooCommerce: each delivery is the whole order, once and never again; what gets lost is learned from the API. README.md tells
 * how to register the webhooks.
 */
export const criarWoocommerce: CriarDialeto = (opcoes) => {
  const leitor = new LeitorDeOpcoes(opcoes);
  const palavras = leitor.ler('STATUS_MAP', PALAVRAS, lerPalavras(PALAVRAS), LISTA_DE_PALAVRAS);
  leitor.recusarAsOutras('woocommerce');
  if (leitor.erros.length > 0) return { erros: leitor.erros };
  return {
    dialeto: {
      nome: 'woocommerce',
      declaracao: { assinatura: 'corpo', chave: 'conteudo', corpo: 'cheio', resolucaoMs: 1_000 },
      regras: {
        // A payment that failed may be tried again, and what was in the bin may come back.
        saidas: { cancelado: ['criado', 'pago', 'enviado', 'reembolsado'], reembolsado: [] },
        apiVence: true,
      },
      politica: { tentativas: 1, esperaMs: 0, sucesso: '2xx', prazoMs: 60_000, castigo: 'desativa' },
      criterio: 'instante',
      saudar,
      autenticar,
      identificar,
      interpretar: criarInterpretar(palavras),
      criarApi: (acesso) => criarApiDoWoocommerce(acesso, palavras),
    },
  };
};
