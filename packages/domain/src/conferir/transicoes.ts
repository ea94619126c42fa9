import type { Transicao } from '../aplicar.ts';
import type { Estado } from '../dobrar.ts';
import type { Divergencia } from './divergencia.ts';

interface Corrente {
  base: Estado | null;
  eventos: ReadonlySet<string>;
  transicoes: readonly Transicao[];
}

/** Transitions are a chain from nothing to the state that the facts come to, each link caused by an event that exists. */
export function conferirTransicoes(pedido: Corrente, final: Estado | null): Divergencia[] {
  const { transicoes } = pedido;
  const lacunas = transicoes.flatMap((t, i): Divergencia[] => {
    const antes = transicoes[i - 1]?.para ?? null;
    if (t.de === antes) return [];
    const detalhe = `${t.de ?? 'nothing'} -> ${t.para} follows ${antes ?? 'nothing'}`;
    return [{ tipo: 'transicao_com_lacuna', detalhe }];
  });
  return [...lacunas, ...conferirFim(transicoes, final), ...conferirAutores(pedido)];
}

function conferirFim(transicoes: readonly Transicao[], final: Estado | null): Divergencia[] {
  const fim = transicoes.at(-1)?.para ?? null;
  if (final === null || fim === final.status) return [];
  return [
    { tipo: 'transicao_final', detalhe: `the transitions end in ${fim ?? 'nothing'}, the order is ${final.status}` },
  ];
}

/** Of an order whose history was removed, the events are gone and their transitions stay. */
function conferirAutores({ base, eventos, transicoes }: Corrente): Divergencia[] {
  if (base !== null) return [];
  return transicoes
    .filter((t) => !eventos.has(t.evento_id))
    .map((t) => ({
      tipo: 'transicao_sem_evento',
      detalhe: `${t.de ?? 'nothing'} -> ${t.para} was caused by ${t.evento_id}, which is not stored`,
    }));
}
