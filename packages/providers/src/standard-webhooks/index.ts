import { TERMINAIS } from '@entrada/domain';
import type { CriarDialeto } from '../dialeto.ts';
import { autenticar } from './autenticar.ts';
import { lerChave } from './chave.ts';
import { criarIdentificar } from './identificar.ts';
import { criarInterpretar } from './interpretar.ts';
import { lerMapa } from './mapa.ts';

/** Providers that deliver by the Standard Webhooks specification. It says how, not what: README.md tells the mapping. */
export const criarStandardWebhooks: CriarDialeto = (opcoes) => {
  const { mapa, erros } = lerMapa(opcoes);
  if (erros.length > 0) return { erros };
  return {
    dialeto: {
      nome: 'standard_webhooks',
      declaracao: {
        assinatura: 'corpo',
        chave: 'id',
        corpo: 'cheio',
        resolucaoMs: mapa.sequencia === null ? 1 : null,
      },
      regras: { saidas: TERMINAIS, apiVence: false },
      politica: { tentativas: 10, esperaMs: 5_000, sucesso: '2xx', prazoMs: 15_000, castigo: 'nenhum' },
      criterio: mapa.sequencia === null ? 'instante' : 'sequencia',
      defeitoDoSegredo: (segredo) =>
        lerChave(segredo) === null
          ? 'must be whsec_ and the base64 of 24 to 64 bytes, or whpk_ and that of an Ed25519 public key'
          : null,
      autenticar,
      identificar: criarIdentificar(mapa),
      interpretar: criarInterpretar(mapa),
    },
  };
};
