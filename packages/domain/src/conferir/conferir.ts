import type { FatoConhecido, Transicao } from '../aplicar.ts';
import { type Campo, dobrar, type Estado, type Passo, type Regras } from '../dobrar.ts';
import type { Divergencia } from './divergencia.ts';
import { conferirEfeitos, type EfeitoConferivel } from './efeitos.ts';
import { conferirTransicoes } from './transicoes.ts';

/** All that is stored about one order, as far as one part of it can contradict another. */
export interface Conferivel {
  pedido: Estado | null;
  /** What retention left of older facts; null where nothing was removed. */
  base: Estado | null;
  fatos: readonly FatoConhecido[];
  /** Every event that is stored, those that are no facts included. */
  eventos: ReadonlySet<string>;
  transicoes: readonly (Transicao & { em: Date })[];
  /** In the order in which they were born. */
  efeitos: readonly EfeitoConferivel[];
  pendentes: { quantos: number; mais_antigo_ms: number };
}

export interface Limites {
  /** An event that waits longer than this is reported. */
  pendenteHaMs: number;
}

/** Recomputes an order from its facts and names everything that contradicts it. Facts themselves are taken as they are. */
export function conferir(pedido: Conferivel, regras: Regras, limites: Limites): Divergencia[] {
  const passos = dobrar(pedido.fatos, regras, pedido.base);
  const final = passos.at(-1)?.depois ?? pedido.base;
  return [
    ...conferirLinha(pedido.pedido, final),
    ...conferirResultados(passos),
    ...conferirTransicoes(pedido, final),
    ...conferirEfeitos(pedido, final),
    ...conferirPendentes(pedido.pendentes, limites),
  ];
}

function conferirLinha(linha: Estado | null, final: Estado | null): Divergencia[] {
  if (linha === null)
    return final === null ? [] : [{ tipo: 'linha_ausente', detalhe: `its facts come to ${final.status}, no row` }];
  if (final === null) return [{ tipo: 'sem_fatos', detalhe: `the row says ${linha.status}, and there is no fact` }];
  const campos = camposDiferentes(linha, final);
  if (campos.length === 0) return [];
  const status = linha.status === final.status ? '' : ` (${linha.status}, its facts come to ${final.status})`;
  return [{ tipo: 'linha_divergente', detalhe: `${campos.join(', ')} not as its facts say${status}` }];
}

/** Whether two states of an order are the same in everything. */
export const mesmoEstado = (a: Estado, b: Estado): boolean => camposDiferentes(a, b).length === 0;

function camposDiferentes(a: Estado, b: Estado): string[] {
  const simples = (['status', 'versao_origem', 'versao_maxima', 'foi_enviado', 'reaberto'] as const).filter(
    (c) => a[c] !== b[c],
  );
  const compostos = (['total_centavos', 'cliente_email'] as const).filter((c) => !mesmoCampo(a.campos[c], b.campos[c]));
  return [...simples, ...compostos];
}

function mesmoCampo(a: Campo<unknown> | null, b: Campo<unknown> | null): boolean {
  return a?.valor === b?.valor && a?.versao === b?.versao && a?.aceito === b?.aceito;
}

function conferirResultados(passos: readonly Passo<FatoConhecido>[]): Divergencia[] {
  return passos
    .filter((p) => p.fato.resultado !== p.resultado)
    .map(({ fato, resultado }) => ({
      tipo: 'resultado_divergente',
      detalhe: `event ${fato.evento_id} is ${fato.resultado}, the fold says ${resultado}`,
    }));
}

function conferirPendentes({ quantos, mais_antigo_ms }: Conferivel['pendentes'], limites: Limites): Divergencia[] {
  if (quantos === 0 || mais_antigo_ms <= limites.pendenteHaMs) return [];
  const minutos = Math.floor(mais_antigo_ms / 60_000);
  return [{ tipo: 'pendente_ha_muito', detalhe: `${quantos} pending, the oldest for ${minutos} min` }];
}
