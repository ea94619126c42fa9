import type { Browser, Page } from 'playwright-core';
import { SENHAS } from '../apoio.suite.ts';
import { type Aba, abrirAba } from './navegador.suite.ts';

async function entrar(pagina: Page, nome: keyof typeof SENHAS): Promise<void> {
  await pagina.getByLabel('Usuário').fill(nome);
  await pagina.getByLabel('Senha').fill(SENHAS[nome]);
  await pagina.getByRole('button', { name: 'Entrar' }).click();
}

/** A browser of its own, logged in as this user and led to where he wanted to go. */
export async function comoQuem(
  navegador: Browser,
  console: string,
  nome: keyof typeof SENHAS,
  endereco: string,
): Promise<Aba> {
  const aba = await abrirAba(navegador, console);
  await aba.pagina.goto(endereco);
  await aba.pagina.waitForURL('**/entrar?destino=*');
  await entrar(aba.pagina, nome);
  await aba.pagina.waitForURL((url) => url.pathname !== '/entrar');
  return aba;
}
