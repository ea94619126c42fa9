import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';

const LARGURAS = [360, 1280];
const GRAVES = ['serious', 'critical'];

/** What every page must be: as wide as the screen, on a phone as on a desk, and without a serious fault for who cannot see. */
export async function conferirPagina(pagina: Page, endereco: string): Promise<void> {
  await pagina.goto(endereco);
  for (const width of LARGURAS) {
    await pagina.setViewportSize({ width, height: 800 });
    const largura = await pagina.evaluate('document.documentElement.scrollWidth');
    expect([endereco, width, largura]).toEqual([endereco, width, width]);
  }
  const { violations } = await new AxeBuilder({ page: pagina }).analyze();
  const graves = violations.filter((v) => GRAVES.includes(v.impact ?? ''));
  expect([endereco, graves.map((v) => `${v.id}: ${v.nodes.map((n) => n.html).join(' | ')}`)]).toEqual([endereco, []]);
}
