import { TERMINAIS } from '@entrada/domain';
import type { CriarDialeto } from '../dialeto.ts';
import { LeitorDeOpcoes } from '../opcoes.ts';
import { LISTA_DE_PALAVRAS, lerPalavras } from '../palavras.ts';
import { criarApi } from './api.ts';
import { autenticar } from './autenticar.ts';
import { criarIdentificar } from './identificar.ts';
import { criarInterpretar } from './interpretar.ts';
import { PALAVRAS } from './pedido.ts';

const MINUTO_MS = 60_000;

/** Shopify: every delivery is the whole order of its moment. README.md tells the topics, and the options. */
export const criarShopify: CriarDialeto = (opcoes) => {
  const leitor = new LeitorDeOpcoes(opcoes);
  const palavras = leitor.ler('STATUS_MAP', PALAVRAS, lerPalavras(PALAVRAS), LISTA_DE_PALAVRAS);
  const comTestes = leitor.simOuNao('ACEITAR_TESTES', false);
  leitor.recusarAsOutras('shopify');
  if (leitor.erros.length > 0) return { erros: leitor.erros };
  return {
    dialeto: {
      nome: 'shopify',
      declaracao: { assinatura: 'corpo', chave: 'id', corpo: 'cheio', resolucaoMs: 1_000 },
      regras: { saidas: TERMINAIS, apiVence: true },
      politica: { tentativas: 9, esperaMs: MINUTO_MS, sucesso: '2xx', prazoMs: 5_000, castigo: 'apaga' },
      criterio: 'instante',
      autenticar,
      identificar: criarIdentificar(comTestes),
      interpretar: criarInterpretar(palavras),
      criarApi: (acesso) => criarApi(acesso, palavras, comTestes),
    },
  };
};
