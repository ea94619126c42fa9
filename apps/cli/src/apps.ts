import { existsSync } from 'node:fs';

export type NomeDeApp = 'receiver' | 'worker' | 'console' | 'simulator';

/** Sources run as sources, what was built runs what was built. */
const [pasta, extensao] = import.meta.url.endsWith('.ts') ? ['src', 'ts'] : ['dist', 'js'];

/** The file that starts a program of this repository; null where it is not there. Apps never import each other. */
export function arquivoDoApp(nome: NomeDeApp): URL | null {
  const arquivo = new URL(`../../${nome}/${pasta}/main.${extensao}`, import.meta.url);
  return existsSync(arquivo) ? arquivo : null;
}
