import { setMaxListeners } from 'node:events';
import { setTimeout as esperar } from 'node:timers/promises';
import { criarSorteio, porPeso } from '../sorteio.ts';
import type { LojaViva } from './loja-viva.ts';

export interface OpcoesDoMundo {
  lojas: readonly LojaViva[];
  semente: string;
  /** Orders of all stores together. */
  pedidos: number;
  /** In which all of them begin; their lives take about as long again. */
  duracaoMs: number;
  /** Whether cancelled orders may be opened again. */
  reabre: boolean;
  sinal: AbortSignal;
}

/**
 * Lets orders begin and change until every one has reached its end. Each order's life depends on the seed and its own number
 * only; the clock says when things happen, not what.
 */
export async function viver({ lojas, semente, pedidos, duracaoMs, reabre, sinal }: OpcoesDoMundo): Promise<void> {
  setMaxListeners(0, sinal); // every order that waits listens to it
  const vidas: Promise<void>[] = [];
  const inicio = performance.now();
  for (let n = 0; n < pedidos; n++) {
    const falta = inicio + (n * duracaoMs) / pedidos - performance.now();
    if (falta > 1) await esperar(falta, undefined, { signal: sinal });
    const loja = lojas[n % lojas.length];
    if (!loja) return;
    // Two stores may give their orders the same ids, so here they do.
    const id = idDoPedido(semente, 1 + Math.floor(n / lojas.length));
    vidas.push(viverUm(loja, id, { semente: `${semente}/${loja.nome}/${id}`, duracaoMs, reabre, sinal }));
  }
  await Promise.all(vidas);
}

async function viverUm(
  loja: LojaViva,
  id: string,
  { semente, duracaoMs, reabre, sinal }: Pick<OpcoesDoMundo, 'semente' | 'duracaoMs' | 'reabre' | 'sinal'>,
): Promise<void> {
  const sorteio = criarSorteio(semente);
  const vida = porPeso(loja.dialeto.vidas(reabre), sorteio);
  const mudar = loja.abrir(id, vida.nome, sorteio);
  for (const [i, passo] of vida.passos.entries()) {
    const anterior = vida.passos[i - 1];
    const divide = anterior !== undefined && passo.posto > anterior.posto && sorteio.chance(0.1);
    const pausaMs = sorteio.numero() * (duracaoMs / 3);
    if (anterior && !divide) await esperar(pausaMs, undefined, { signal: sinal });
    mudar(passo, divide);
    if (sorteio.chance(0.05)) loja.conversar(id);
  }
}

/** Digits only, since some stores number their orders; far apart for two seeds. */
export function idDoPedido(semente: string, n: number): string {
  return String(criarSorteio(`${semente}/ids`).inteiro(100_000_000, 999_999_999) * 100_000 + n);
}
