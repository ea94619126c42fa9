import { TERMINAIS } from '@entrada/domain';
import { criarClienteDaApi } from '../api/cliente.ts';
import type { CriarDialeto, Dialeto } from '../dialeto.ts';
import { LeitorDeOpcoes } from '../opcoes.ts';
import { autenticar } from './autenticar.ts';
import { identificar } from './identificar.ts';
import { interpretar } from './interpretar.ts';
import { STATUS_DA_API } from './status-da-api.ts';

/** The house dialect: every event has an id, names its order and says what it means. */
export const loja: Dialeto = {
  nome: 'loja',
  declaracao: { assinatura: 'corpo', chave: 'id', corpo: 'cheio', resolucaoMs: 1 },
  regras: { saidas: TERMINAIS, apiVence: false },
  politica: { tentativas: 5, esperaMs: 30_000, sucesso: '2xx', prazoMs: null, castigo: 'nenhum' },
  autenticar,
  identificar,
  interpretar,
  criarApi: (acesso) => criarClienteDaApi(acesso, { statusDaApi: STATUS_DA_API, comSequencia: true }),
};

/** `API_VENCE=sim`: a store that reopens cancelled orders, and says so in its API alone. */
export const criarLoja: CriarDialeto = (opcoes) => {
  const leitor = new LeitorDeOpcoes(opcoes);
  const apiVence = leitor.simOuNao('API_VENCE', loja.regras.apiVence);
  leitor.recusarAsOutras(loja.nome);
  if (leitor.erros.length > 0) return { erros: leitor.erros };
  return { dialeto: { ...loja, regras: { ...loja.regras, apiVence } } };
};
