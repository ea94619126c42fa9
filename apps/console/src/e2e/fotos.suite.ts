import { existsSync, mkdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';

const PASTA = fileURLToPath(new URL('../../../../infra/screenshots/', import.meta.url));
const TAMANHO = { width: 1000, height: 900 };

/**
 * The picture of a page for the README, of what is on the screen at this moment. Made where it is missing, or all are asked
 * for with CONSOLE_FOTOS: their instants differ from run to run, and a test leaves the tree as it was.
 */
export async function fotografar(pagina: Page, nome: string): Promise<void> {
  const path = `${PASTA}${nome}.png`;
  if (existsSync(path) && process.env.CONSOLE_FOTOS === undefined) return;
  mkdirSync(PASTA, { recursive: true });
  const antes = pagina.viewportSize();
  await pagina.setViewportSize(TAMANHO);
  await pagina.screenshot({ path });
  if (antes) await pagina.setViewportSize(antes);
}
