import { TERMINAIS } from '@entrada/domain';
import type { CriarDialeto, Dialeto } from '../dialeto.ts';
import { autenticar } from './autenticar.ts';
import { identificar } from './identificar.ts';
import { interpretar } from './interpretar.ts';

/** The house dialect: every event has an id, names its order and says what it means. */
export const loja: Dialeto = {
  nome: 'loja',
  regras: { saidas: TERMINAIS, apiVence: false },
  politica: { tentativas: 5, esperaMs: 30_000, sucesso: '2xx' },
  autenticar,
  identificar,
  interpretar,
};

/** `loja` has no options. */
export const criarLoja: CriarDialeto = (opcoes) => {
  const erros = Object.keys(opcoes).map((opcao) => ({ opcao, motivo: 'is no setting of the dialect loja' }));
  return erros.length > 0 ? { erros } : { dialeto: loja };
};
