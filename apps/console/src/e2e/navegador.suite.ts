import { existsSync } from 'node:fs';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';

const CHROMIUM = '/usr/bin/chromium';

/** Tests in the browser may be left out where there is none, except where CI promises one. */
export const haNavegador = existsSync(CHROMIUM) || process.env.CI === 'true';

const ARGUMENTOS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

export const abrirNavegador = (): Promise<Browser> => chromium.launch({ executablePath: CHROMIUM, args: ARGUMENTOS });

export interface Aba {
  contexto: BrowserContext;
  pagina: Page;
  /** What a good page never does: asks another host for something, breaks its policy, throws. */
  faltas: string[];
}

export async function abrirAba(navegador: Browser, console: string): Promise<Aba> {
  const contexto = await navegador.newContext({ baseURL: console, locale: 'pt-BR', timezoneId: 'America/Sao_Paulo' });
  const faltas: string[] = [];
  contexto.on('request', (pedido) => {
    const { protocol, origin } = new URL(pedido.url());
    if (origin !== console && protocol !== 'data:') faltas.push(`request to ${pedido.url()}`);
  });
  contexto.on('console', (linha) => {
    if (linha.type() === 'error') faltas.push(`console: ${linha.text()} (${linha.location().url})`);
  });
  contexto.on('weberror', (erro) => faltas.push(`exception: ${erro.error().message}`));
  return { contexto, pagina: await contexto.newPage(), faltas };
}
