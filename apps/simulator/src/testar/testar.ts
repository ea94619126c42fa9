import type { Ambiente } from '@entrada/runtime';
import { acharOrigem } from './achar-origem.ts';
import type { lerArgumentosDeTestar } from './argumentos.ts';
import { passosDoTeste } from './passos.ts';

/** `entrada origens test`: prints each step as it is done. Exit status 1 if one failed. */
export async function testar(env: Ambiente, opcoes: ReturnType<typeof lerArgumentosDeTestar>): Promise<void> {
  const achada = await acharOrigem(env, opcoes);
  let n = 0;
  for await (const { titulo, certo, linhas } of passosDoTeste(achada, opcoes.esperaMs)) {
    const veredito = certo === null ? 'note' : certo ? 'ok' : 'FAILED';
    process.stdout.write(`${++n}. ${titulo}: ${veredito}\n${linhas.map((l) => `   ${l}\n`).join('')}`);
    if (certo === false) process.exitCode = 1;
  }
}
