import { TERMINAIS } from '@entrada/domain';
import type { CriarDialeto } from '../dialeto.ts';
import { LeitorDeOpcoes } from '../opcoes.ts';
import { criarApiDoStripe } from './api.ts';
import { autenticar } from './autenticar.ts';
import { criarIdentificar } from './identificar.ts';
import { interpretar } from './interpretar.ts';

/**
 * Stripe: an order is a payment intent. Stripe ships nothing, so none is ever `enviado` here. README.md tells which events to
 * register.
 */
export const criarStripe: CriarDialeto = (opcoes) => {
  const leitor = new LeitorDeOpcoes(opcoes);
  const soProducao = leitor.simOuNao('SO_PRODUCAO', false);
  leitor.recusarAsOutras('stripe');
  if (leitor.erros.length > 0) return { erros: leitor.erros };
  return {
    dialeto: {
      nome: 'stripe',
      declaracao: { assinatura: 'corpo', chave: 'id', corpo: 'cheio', resolucaoMs: 1_000 },
      // A refund that fails after all leaves the order as it is: to release its picking again could ship it twice.
      regras: { saidas: TERMINAIS, apiVence: false },
      politica: { tentativas: 16, esperaMs: 60_000, sucesso: '2xx', prazoMs: null, castigo: 'nenhum' },
      criterio: 'instante',
      autenticar,
      identificar: criarIdentificar(soProducao),
      interpretar,
      criarApi: (acesso) => criarApiDoStripe(acesso),
    },
  };
};
