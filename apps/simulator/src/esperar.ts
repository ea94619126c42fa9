import { setTimeout as dormir } from 'node:timers/promises';

/**
 * Asks until nothing is pending, or until nothing has moved for `paciencia_ms`.
 * @returns what is still pending
 */
export async function esperarFim(
  contarPendentes: () => Promise<number>,
  opcoes: { paciencia_ms: number; intervalo_ms: number },
  aoContar: (pendentes: number) => void = () => undefined,
): Promise<number> {
  let menor = Number.POSITIVE_INFINITY;
  let mudouEm = performance.now();
  for (;;) {
    const pendentes = await contarPendentes();
    aoContar(pendentes);
    if (pendentes === 0) return 0;
    if (pendentes < menor) {
      menor = pendentes;
      mudouEm = performance.now();
    } else if (performance.now() - mudouEm >= opcoes.paciencia_ms) return pendentes;
    await dormir(opcoes.intervalo_ms);
  }
}
