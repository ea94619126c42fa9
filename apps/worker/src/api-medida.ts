import type { ClienteDaApi, Origem } from '@entrada/providers';
import type { Metricas } from './metricas.ts';

/** The same store, with every call of its API measured. */
export function medirApi(origem: Origem, { chamadas }: Pick<Metricas, 'chamadas'>): Origem {
  const { api, nome } = origem;
  if (api === null) return origem;
  const medir = async <R extends { tipo: string }>(chamada: string, fazer: () => Promise<R>): Promise<R> => {
    const inicio = performance.now();
    const resposta = await fazer();
    const segundos = (performance.now() - inicio) / 1000;
    chamadas.observe({ origem: nome, chamada, desfecho: resposta.tipo }, segundos);
    return resposta;
  };
  const medida: ClienteDaApi = {
    lerPedido: (...args) => medir('ler', () => api.lerPedido(...args)),
    listar: (...args) => medir('listar', () => api.listar(...args)),
  };
  return { ...origem, api: medida };
}
