import { TERMINAIS } from '@entrada/domain';
import type { CriarDialeto } from '../dialeto.ts';
import { LeitorDeOpcoes } from '../opcoes.ts';
import { criarApiDoMercadoPago } from './api.ts';
import { criarAutenticar } from './autenticar.ts';
import { identificar } from './identificar.ts';
import { temPedido } from './recurso.ts';

/**
 * Mercado Pago: notifications say that something happened to a payment, and are not signed as a whole. What an order is, only
 * the API says. README.md tells how to register them.
 */
export const criarMercadoPago: CriarDialeto = (opcoes) => {
  const leitor = new LeitorDeOpcoes(opcoes);
  const toleranciaMs = leitor.ler<number | null>('TOLERANCIA_S', null, lerSegundos, 'must be whole seconds, from 1');
  leitor.recusarAsOutras('mercado_pago');
  if (leitor.erros.length > 0) return { erros: leitor.erros };
  return {
    dialeto: {
      nome: 'mercado_pago',
      declaracao: { assinatura: 'manifesto', chave: 'id', corpo: 'magro', resolucaoMs: 1 },
      // Somebody may pay again for what was cancelled or given back, and only the API says so.
      regras: { saidas: TERMINAIS, apiVence: true },
      politica: { tentativas: 10, esperaMs: 15 * 60_000, sucesso: '2xx', prazoMs: 22_000, castigo: 'nenhum' },
      criterio: 'instante',
      autenticar: criarAutenticar(toleranciaMs),
      identificar,
      interpretar: (_, { tipo }) => (temPedido(tipo) ? { gatilho: true } : { ignorado: true }),
      criarApi: (acesso) => criarApiDoMercadoPago(acesso),
    },
  };
};

const lerSegundos = (texto: string): number | undefined =>
  /^[1-9]\d{0,6}$/.test(texto.trim()) ? Number(texto) * 1000 : undefined;
